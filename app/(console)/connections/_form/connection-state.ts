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
	const { clients, access = fullAccess } = facts;
	if (access.clients === "unread") {
		return { tone: "neutral", text: "Which applications may use it, if any, is not known." };
	}
	const isOff = access.clients === "edited" && clients.length === 0;
	const on = `On for ${access.clients === "edited" ? countInWords(clients.length) : `more than ${countInWords(clients.length)}`}`;
	// What other types than SAML need is not known here.
	if (access.options === "unread") {
		const rest = access.basics === "edited" ? " Its settings are not known." : "";
		return isOff
			? { tone: "neutral", text: `Off: no application may use it.${rest}` }
			: { tone: rest ? "neutral" : "success", text: `${on}.${rest}` };
	}
	return isOff ? offState(certificate, timeZone) : onState(on, facts, certificate, timeZone);
}

function offState(certificate: CertificateState, timeZone: string): ConnectionState {
	const refusal = refusalInWords(certificate, timeZone);
	const would = refusal ? ` Turned on, it would refuse every answer: ${refusal}.` : "";
	return { tone: "neutral", text: `Off: no application may use it.${would}` };
}

function onState(
	on: string,
	{ issuer, signInEndpoint, access = fullAccess }: Facts,
	certificate: CertificateState,
	timeZone: string,
): ConnectionState {
	const refusal = refusalInWords(certificate, timeZone);
	if (refusal) return { tone: "danger", text: `${on}, but it refuses every answer: ${refusal}.` };
	const warnings = [
		...(certificate.kind === "soon"
			? [`Its certificate expires on ${dayOf(certificate.at, timeZone)}: ask for the next one.`]
			: []),
		...(signInEndpoint === "" ? ["It has no sign-in address, so nobody can begin to sign in here."] : []),
		...(issuer === "" && access.embeddedOptions !== "unread"
			? ["It has no entity ID: whoever holds a key of its certificates counts as the provider."]
			: []),
	];
	return { tone: warnings.length > 0 ? "warning" : "success", text: [`${on}.`, ...warnings].join(" ") };
}

export function countInWords(count: number): string {
	return `${count} ${count === 1 ? "application" : "applications"}`;
}

type CertificateWords = {
	tone: ConnectionState["tone"];
	/** Short enough for a table; a day follows where there is one. */
	text: string;
	/** Why every response is refused, as the end of a sentence; absent where none is. */
	refusal?: string;
};

const certificateWords: Record<CertificateState["kind"], CertificateWords> = {
	none: { tone: "danger", text: "none", refusal: "it has no certificate" },
	unreadable: { tone: "danger", text: "unreadable", refusal: "its certificate can't be read" },
	weak: { tone: "danger", text: "too weak", refusal: "its certificate has no RSA key of 2048 bits or more" },
	expired: { tone: "danger", text: "expired", refusal: "its certificate expired on" },
	early: { tone: "danger", text: "not before", refusal: "its certificate is not valid before" },
	soon: { tone: "warning", text: "expires soon:" },
	valid: { tone: "success", text: "valid until" },
};

/** Why every response is refused, as the end of a sentence; null where none is. */
function refusalInWords(certificate: CertificateState, timeZone: string): string | null {
	const { refusal } = certificateWords[certificate.kind];
	return refusal === undefined ? null : withDay(refusal, certificate, timeZone);
}

/** The state of its certificates, short enough for a table. @param timeZone of the days, an IANA name */
export function certificateInWords(certificate: CertificateState, timeZone: string): ConnectionState {
	const { tone, text } = certificateWords[certificate.kind];
	return { tone, text: withDay(text, certificate, timeZone) };
}

function withDay(words: string, certificate: CertificateState, timeZone: string): string {
	return "at" in certificate ? `${words} ${dayOf(certificate.at, timeZone)}` : words;
}

function dayOf(at: string, timeZone: string): string {
	return dayInZone(new Date(at), timeZone);
}
