import { answerRequest } from "@/lib/process/request-wide";
import { deadlineIn, requestDeadline } from "../management/call/deadline";

/** What a browser's request does, with only so many milliseconds left for its calls to the tenant. */
export function answerWithin<Result>(milliseconds: number, answer: () => Promise<Result>): Promise<Result> {
	return answerRequest(() => {
		requestDeadline.set(deadlineIn(milliseconds));
		return answer();
	});
}
