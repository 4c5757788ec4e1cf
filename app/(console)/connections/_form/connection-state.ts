import type { CertificateState } from "@/app/_certificates/certificate-state";
import { dayInZone } from "@/components/ui/time-in-zone";
import { fullAccess } from "../_edit/access";
import type { ConnectionContent } from "../_edit/connection-editor";

/** The present state of a connection in a sentence or two; the tone shows whether an admin has to act. */
export type ConnectionState = { tone: "neutral" | "success" | "warning" | "danger"; text: string };

type Facts = Pick<ConnectionContent, "clients" | "issuer" | "signInEndpoint"> &
	Partial<Pick<ConnectionContent, "access">>;

/** What is not known is left out, and said to be. @param timeZone of the days, an IANA name */
export function connectionState(facts: Facts, certificate: CertificateState, timeZone: string): ConnectionState {
	const { clients, issuer, signInEndpoint, access = fullAccess } = facts;
	if (access.clients === "unread")
		return { tone: "neutral", text: "Which applications may use it, if any, is not known." };
	const isWhole = access.clients === "edited";
	const isOff = isWhole && clients.length === 0;
	const { length } = clients;
	const on = `On for ${isWhole ? "" : "more than "}${length} ${length === 1 ? "application" : "applications"}`;
	const state = isOff ? "Off: no application may use it" : on;
	if (access.options === "unread") {
		if (access.basics === "edited") return { tone: "neutral", text: `${state}. Its settings are not known.` };
		// What other types than SAML need is not known here.
		return { tone: isOff ? "neutral" : "success", text: `${state}.` };
	}
	const { refusal, day } = certificateInWords(certificate, timeZone);
	if (isOff) {
		const would = refusal ? ` Turned on, it would refuse every response: ${refusal}.` : "";
		return { tone: "neutral", text: `${state}.${would}` };
	}
	if (refusal) return { tone: "danger", text: `${state}, but it refuses every response: ${refusal}.` };
	const warnings = [
		certificate.kind === "soon" && `Its certificate expires on ${day}: ask for the next one.`,
		signInEndpoint === "" && "It has no sign-in address, so no sign-in can begin here.",
		issuer === "" &&
			access.embeddedOptions !== "unread" &&
			"It has no entity ID: anyone with a key of its certificates counts as the provider.",
	].filter((each) => each !== false);
	return { tone: warnings.length > 0 ? "warning" : "success", text: [`${state}.`, ...warnings].join(" ") };
}

/** Tone and text; and as the end of a sentence why every response is refused, absent where none is. A day may follow. */
const certificateWords: Record<CertificateState["kind"], [ConnectionState["tone"], text: string, refusal?: string]> = {
	none: ["danger", "none", "it has no certificate"],
	unreadable: ["danger", "unreadable", "its certificate can't be read"],
	weak: ["danger", "too weak", "its certificate has no RSA key of 2048 bits or more"],
	expired: ["danger", "expired", "its certificate expired on"],
	early: ["danger", "not before", "its certificate is not valid before"],
	soon: ["warning", "expires soon:"],
	valid: ["success", "valid until"],
};

/** The state of its certificates, short enough for a table: `word` and `day`. @param timeZone of the days, an IANA name */
export function certificateInWords(certificate: CertificateState, timeZone: string) {
	const [tone, word, refusal] = certificateWords[certificate.kind];
	const day = "at" in certificate ? dayInZone(new Date(certificate.at), timeZone) : "";
	return { tone, word, day, refusal: refusal && (day ? `${refusal} ${day}` : refusal) };
}
