import { HTTP_REDIRECT_BINDING, type LOGOUT_BINDINGS } from "@/lib/contract/client/addon-limits";
import type { Markup } from "@/lib/xml/markup";
import { type SigningMaterial, signXml } from "@/lib/xml/sign";
import type { ServiceRequest } from "../context/service-request";
import { type SelfPosting, selfPostingAnswer } from "../pages/self-posting-page";
import { addressWithMessage } from "./address-with-message";

/** Who it is for, and how it gets there. */
export type Destination = {
	/** What people know the other side by. */
	label: string;
	address: string;
	binding: (typeof LOGOUT_BINDINGS)[number];
} & Pick<SelfPosting, "comesBack" | "goesOnTo" | "leadsAnywhere">;

type CarriedDocument = {
	/** Of its root. */
	name: "AuthnRequest" | "LogoutRequest" | "LogoutResponse";
	/** The document, with a signature where it belongs. */
	write: (signature: Markup | null) => Markup;
	relayState: string | null;
} & Pick<SelfPosting, "errand">;

/**
 * Sends the browser to the other side with a message, by the way that it takes them (SAML bindings 2.0).
 * @param material null leaves the message unsigned
 */
export function carryDocument(
	request: ServiceRequest,
	{ label, address, binding, ...wayOn }: Destination,
	{ name, write, relayState, ...errand }: CarriedDocument,
	material: SigningMaterial | null,
): Response {
	const parameter = name === "LogoutResponse" ? "SAMLResponse" : "SAMLRequest";
	if (binding === HTTP_REDIRECT_BINDING) {
		const location = addressWithMessage(address, { parameter, document: write(null).toString(), relayState }, material);
		return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
	}
	const document = material ? signXml(write, { name, idAttribute: "ID" }, material) : write(null);
	const fields = {
		[parameter]: Buffer.from(document.toString(), "utf8").toString("base64"),
		...(relayState === null ? {} : { RelayState: relayState }),
	};
	return selfPostingAnswer(request, label, { target: address, fields, ...errand, ...wayOn });
}
