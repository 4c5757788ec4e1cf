import { messageRefusal, type Refusal } from "../../http/refusal";

/** In the vendor's words. */
export function notConfigured(): Refusal {
	return messageRefusal("IdP-Initiated Default App Not Configured");
}
