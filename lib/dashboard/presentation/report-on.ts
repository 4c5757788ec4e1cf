import "server-only";
import { type CborEntry, type CborItem, type CborOf, decodeCbor } from "@/lib/mdoc/cbor/decode-cbor";
import { diagnosticOf } from "@/lib/mdoc/cbor/diagnostic";
import type { Check, ElementResult, TrustedRoot, Verification } from "@/lib/mdoc/verification/verification";
import { may, type Role, whoMay } from "../session/permissions";
import { chainOf } from "./chain";
import type { Download, PresentationReport, ReportedCheck } from "./presentation-report";
import { CHECK_WORDS } from "./report/check-words";
import { fileOf, PRIVATE_KEY, rootDownload } from "./report/downloads";
import { isPhoto, JPEG_START, leftOutPhoto, PHOTO_NAMES, valueInWords } from "./report/value-in-words";

type Presented = {
	verification: Verification;
	/** Decrypted. */
	response: Uint8Array;
	/** See `requestDownload`; null where it is not known. */
	request: Download | null;
	/** All that were trusted. */
	roots: readonly TrustedRoot[];
	session: PresentationReport["session"];
	/** Of the admin who reads it: bytes of a photo are only for those who may see it. */
	role: Role;
	/** An element's label in the form. */
	labelOf: (name: string) => string;
};

/** The report on a presentation. It contains personal data: it must not be stored. */
export function reportOn({
	verification,
	response,
	request,
	roots,
	session,
	role,
	labelOf,
}: Presented): PresentationReport {
	const { verdict, checks, elements, chain, validity } = verification;
	const reported = checks.map((check) => ({ ...check, ...CHECK_WORDS[check.name] }));
	const isPhotoShown = may(role, "seePhotos");
	const withheld = isPhotoShown ? null : whyWithheld(response, verification);
	return {
		verdict,
		session: session.filter(({ name }) => !withheld || name !== PRIVATE_KEY),
		reason: reasonOf({ ...verification, checks: reported }, labelOf),
		checks: reported,
		elements: elements.map(({ name, value, altered, ...element }) => ({
			...element,
			name,
			label: labelOf(name),
			value: value && valueInWords(name, value, isPhotoShown),
			altered: altered && valueInWords(name, altered, isPhotoShown).text,
		})),
		chain: chain.map(({ subject, issuer, validFrom, validTo, ...link }) => ({
			...link,
			subject: inOneLine(subject),
			issuer: inOneLine(issuer),
			validFrom: validFrom.toISOString(),
			validTo: validTo.toISOString(),
		})),
		validity: validity && {
			signed: validity.signed?.toISOString() ?? null,
			validFrom: validity.validFrom?.toISOString() ?? null,
			validUntil: validity.validUntil?.toISOString() ?? null,
			expectedUpdate: validity.expectedUpdate?.toISOString() ?? null,
		},
		application: applicationJson(verification, isPhotoShown),
		diagnostic: diagnosticText(response, elements, isPhotoShown),
		downloads: [
			...(request ? [request] : []),
			...(withheld ? [] : [fileOf("Response", "device-response.cbor", "application/cbor", response)]),
			...rootDownload(verification, roots),
		],
		withheld,
	};
}

/**
 * Why a response, and the key that opens it, is not for a role that may not see photos; null where no photo can be in it,
 * requested or not, as signed or not.
 */
function whyWithheld(response: Uint8Array, { elements, validity }: Verification): string | null {
	const bytes = Buffer.from(response);
	if (bytes.includes(JPEG_START) || elements.some(({ name, isSent }) => isPhoto(name) && isSent)) {
		return `${whoMay("seePhotos")} The photo, and the response that contains it, are left out of this result.`;
	}
	// Documents that are not read name their elements too.
	const mayHold =
		validity === null || elements.some(({ name }) => isPhoto(name)) || PHOTO_NAMES.test(bytes.toString("latin1"));
	return mayHold ? `${whoMay("seePhotos")} The response, which may contain one, is left out of this result.` : null;
}

/** Node writes each part of a distinguished name on a line of its own. */
function inOneLine(name: string): string {
	return name.replaceAll("\n", ", ");
}

type Judged = Pick<Verification, "verdict" | "elements"> & { checks: readonly ReportedCheck[] };

/** The reason for the verdict, in one or two sentences. */
function reasonOf(verification: Judged, labelOf: (name: string) => string): string {
	const { verdict, checks, elements } = verification;
	if (verdict === "rejected") return whyRejected(verification, labelOf);
	const requested = elements.filter(({ isRequested }) => isRequested);
	const missing = requested.filter(({ isSent }) => !isSent).map(({ name }) => labelOf(name));
	const issued = issuedAs(requested.length);
	if (verdict === "verified") {
		return `${issued}, and it came from the phone that it was issued to. ${unchecked(checks)}`;
	}
	const [lacking] = missing.length > 0 ? [`Not sent: ${missing.join(", ")}.`] : [];
	const proof = checks.find(({ name }) => name === "device-proof");
	const unproved = proof?.state === "passed" ? "" : "The phone was not checked.";
	return [lacking ? "What was sent is as the issuer signed it." : `${issued}.`, lacking, unproved, unchecked(checks)]
		.filter(Boolean)
		.join(" ");
}

function issuedAs(requested: number): string {
	if (requested === 0) return "The licence is as the issuer signed it";
	return requested === 1
		? "The requested attribute is as the issuer signed it"
		: `All ${requested} attributes are there as the issuer signed them`;
}

/** Names the checks that were not made, so that they are not assumed. */
function unchecked(checks: readonly Check[]): string {
	const expiry = checks.find(({ name }) => name === "licence-expiry");
	return expiry?.state === "unchecked"
		? "Not checked: revocation, and whether the licence itself has expired."
		: "Revocation is not checked.";
}

/** The first failure of the link where the chain broke is the cause of many that follow. */
function whyRejected({ checks, elements }: Judged, labelOf: (name: string) => string): string {
	const failed = checks.filter(({ state }) => state === "failed");
	const broken = chainOf(checks).find(({ isBroken }) => isBroken);
	const first = broken?.checks.find(({ state }) => state === "failed");
	const more = failed.length - 1;
	if (!first) return "A check failed.";
	if (first.name === "conformance") return `${first.detail} No other check failed.`;
	// A name that was not requested is chosen by the sender.
	const changed = elements
		.filter(({ isRequested, digest }) => isRequested && digest === "differs")
		.map(({ name }) => labelOf(name));
	const which = first.name === "digests" && changed.length > 0 ? `Changed: ${changed.join(", ")}.` : "";
	return [first.detail, which, more === 0 ? "" : `${more} more ${more === 1 ? "check has" : "checks have"} failed.`]
		.filter(Boolean)
		.join(" ");
}

/** A response in CBOR's diagnostic notation, without values that were not requested; null where it is no CBOR. */
function diagnosticText(
	response: Uint8Array,
	elements: readonly ElementResult[],
	isPhotoShown: boolean,
): string | null {
	const requested = elements.filter(({ isRequested }) => isRequested);
	const names = new Set(requested.flatMap(({ name, answeredBy }) => [name, answeredBy]));
	try {
		return diagnosticOf(decodeCbor(response), (entry, map) => leftOut(entry, map, names, isPhotoShown));
	} catch {
		return null;
	}
}

/** `IssuerSignedItem` and `DeviceNameSpacesBytes` contain values (ISO/IEC 18013-5, 8.3.2.1.2.2). */
function leftOut(
	[key, value]: CborEntry,
	map: CborOf<"map">,
	names: ReadonlySet<unknown>,
	isPhotoShown: boolean,
): string | null {
	if (isText(key, "elementValue")) {
		const [, identifier] = map.entries.find(([other]) => isText(other, "elementIdentifier")) ?? [];
		if (identifier?.kind !== "text" || !names.has(identifier.value)) return "/ left out: not asked for /";
		const isPicture = isPhoto(identifier.value) || Buffer.from(value.raw).includes(JPEG_START);
		return !isPhotoShown && isPicture ? "/ left out: a photo is not for your role /" : null;
	}
	const isOfDevice = isText(key, "nameSpaces") && value.kind === "tag";
	const isEmpty = isOfDevice && value.item.kind === "bytes" && EMPTY_MAP.equals(value.item.value);
	return isOfDevice && !isEmpty ? "/ left out: stated by the phone /" : null;
}

const EMPTY_MAP = Buffer.from([0xa0]);

function isText(item: CborItem, text: string): boolean {
	return item.kind === "text" && item.value === text;
}

const BYTES_SHOWN = 24;

/**
 * The JSON for an application's code: namespaces → elements → `{ value, retain, verified }`. Binary values are base64url,
 * truncated here.
 * @returns null where the response is rejected
 */
function applicationJson({ verdict, elements }: Verification, isPhotoShown: boolean): string | null {
	if (verdict === "rejected") return null;
	const namespaces = new Map<string, [string, object][]>();
	for (const { namespace, name, value, answeredBy, isRetained } of elements) {
		if (value === null) continue;
		const claim = {
			value: !isPhotoShown && isPhoto(name) ? leftOutPhoto(value) : jsonOf(value, isPhotoShown ? BYTES_SHOWN : 0),
			...(isRetained === null ? {} : { retain: isRetained }),
			verified: true,
			...(answeredBy === null ? {} : { answered_by: answeredBy }),
		};
		namespaces.set(namespace, [...(namespaces.get(namespace) ?? []), [name, claim]]);
	}
	const claims = [...namespaces].map(([namespace, values]) => [namespace, Object.fromEntries(values)]);
	return JSON.stringify(Object.fromEntries(claims), null, 2);
}

function jsonOf(item: CborItem, bytesShown: number): unknown {
	if (item.kind === "tag") return jsonOf(item.item, bytesShown);
	if (item.kind === "array") return item.items.map((held) => jsonOf(held, bytesShown));
	if (item.kind === "map") {
		const entries = item.entries.map(([key, value]) => [String(jsonOf(key, bytesShown)), jsonOf(value, bytesShown)]);
		return Object.fromEntries(entries);
	}
	if (item.kind === "bytes") return bytesOf(item.value, bytesShown);
	return typeof item.value === "bigint" ? item.value.toString() : (item.value ?? null);
}

function bytesOf(bytes: Uint8Array, bytesShown: number): string {
	const shown = Buffer.from(bytes.subarray(0, bytesShown)).toString("base64url");
	return bytes.length > bytesShown ? `${shown}… (${bytes.length.toLocaleString("en")} bytes)` : shown;
}
