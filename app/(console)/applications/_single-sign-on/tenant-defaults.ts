import { SIGNATURE_ALGORITHMS } from "@/lib/contract/client/addon-limits";
import type { Protocol } from "../_edit/protocol";
import { UNSET, UNSET_IN_WORDS } from "../_edit/setting-kinds";
import { factsOf, type SingleSignOnContent, type SingleSignOnField } from "../_edit/single-sign-on-editor";

// What a tenant does with a setting that is not set. Of the embedded service it is known; the vendor documents some of it
// in two ways, so nothing is assumed of a real tenant.

/** What applies where a setting is not set, in words; null for one that then has no effect. */
export function unsetInWords(name: SingleSignOnField, protocol: Protocol, isEmbedded: boolean): string | null {
	const { unset } = factsOf(name);
	if (unset === undefined) return null;
	if (!isEmbedded) return UNSET_IN_WORDS;
	return typeof unset === "string" ? unset : unset(protocol);
}

/** The settings as they take effect, as far as that is known: what is not set at a real tenant stays so. */
export function inEffect<Of extends SingleSignOnContent>(settings: Of, isEmbedded: boolean): Of {
	if (!isEmbedded) return settings;
	const orUsual = (value: string, usual: string) => (value === UNSET ? usual : value);
	return {
		...settings,
		signatureAlgorithm: orUsual(settings.signatureAlgorithm, SIGNATURE_ALGORITHMS[0]),
		signResponse: orUsual(settings.signResponse, "off"),
		singleLogout: orUsual(settings.singleLogout, "off"),
	};
}

/** The vendor documents no SHA-512: it is offered where the embedded service is the tenant. */
const EMBEDDED_ONLY: readonly string[] = ["rsa-sha512", "sha512"];
const algorithms = ["signatureAlgorithm", "digestAlgorithm"] as const satisfies SingleSignOnField[];

/** Whether a tenant is known to have a value of a choice. */
export function isOffered(value: string, isEmbedded: boolean): boolean {
	return isEmbedded || !EMBEDDED_ONLY.includes(value);
}

/** The choices that the tenant is not known to have. What is stored stays. */
export function notOffered(
	stored: SingleSignOnContent | null,
	chosen: Pick<SingleSignOnContent, (typeof algorithms)[number]>,
	isEmbedded: boolean,
): (typeof algorithms)[number][] {
	return algorithms.filter((name) => chosen[name] !== stored?.[name] && !isOffered(chosen[name], isEmbedded));
}
