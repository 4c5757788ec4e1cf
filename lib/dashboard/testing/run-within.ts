import { runRequest } from "@/lib/process/request-context";
import { deadlineIn, requestDeadline, tenantHealth } from "../management/call/send";

/** Runs the work of a browser's request with only a number of milliseconds left for its calls to the tenant. */
export function runWithin<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
	return runRequest(() => {
		requestDeadline.set(deadlineIn(milliseconds));
		return work();
	});
}

/** Has a read wait in vain until the tenant is known not to answer: a call that a busy machine sends late has too little time to tell. */
export async function waitInVain(read: () => Promise<unknown>): Promise<void> {
	for (let milliseconds = 2_100; tenantHealth().unanswered === null; milliseconds *= 2)
		await runWithin(milliseconds, read);
}
