import { runRequest } from "@/lib/process/request-context";
import { deadlineIn, requestDeadline } from "../management/call/deadline";

/** What a browser's request does, with only so many milliseconds left for its calls to the tenant. */
export function runWithin<Result>(milliseconds: number, answer: () => Promise<Result>): Promise<Result> {
	return runRequest(() => {
		requestDeadline.set(deadlineIn(milliseconds));
		return answer();
	});
}
