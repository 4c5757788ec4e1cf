import { testAddress } from "@/lib/dashboard/single-sign-on/sign-in-request";
import type { SingleSignOnContent } from "../edit/single-sign-on-editor";

/** Why a sign-in can't be tested from here; null: it can. */
export type TestObstacle = "off" | "no-callback" | "signed-requests";

export function testObstacle({ protocol, callbacks, signingCert }: SingleSignOnContent): TestObstacle | null {
	if (protocol !== "samlp" && protocol !== "wsfed") return "off";
	if (protocol === "samlp" && signingCert !== "") return "signed-requests";
	return callbacks.includes(testAddress(protocol)) ? null : "no-callback";
}
