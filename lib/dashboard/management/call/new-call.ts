import "server-only";
import { requestId } from "../../request/request-id";
import { type CallContext, newReference } from "./call-context";

/** The context of a new call, in a request or outside of any. @param subject for whom it is made */
export async function newCall(subject: string): Promise<CallContext> {
	return { subject, reference: newReference(), requestId: await requestId() };
}
