import { runRequest } from "@/lib/process/request-context";
import { deadlineIn, requestDeadline } from "../management/call/send";

/** Runs the work of a browser's request with only a number of milliseconds left for its calls to the tenant. */
export function runWithin<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
	return runRequest(() => {
		requestDeadline.set(deadlineIn(milliseconds));
		return work();
	});
}
