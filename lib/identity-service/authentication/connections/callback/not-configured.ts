import { RefusedMessage } from "../../federation/front-endpoint";

/** In the vendor's words. */
export function notConfigured(): RefusedMessage {
	return new RefusedMessage("IdP-Initiated Default App Not Configured");
}
