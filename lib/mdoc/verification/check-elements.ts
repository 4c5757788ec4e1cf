import { createHash } from "node:crypto";
import type { CborItem } from "../cbor/decode-cbor";
import { nearestAttestation } from "../mdl";
import type { IssuerSignedElement, MobileDocument } from "../response/device-response";
import type { CheckList } from "./check-list";
import type { ElementResult, RequestedElement } from "./verification";

/** ISO/IEC 18013-5, 9.1.2.5. */
const RANDOM_BYTES_MIN = 16;
const NOTHING_SENT = "Not checked, because the issuer's attributes were not sent.";

export type CheckedElement = {
	namespace: string;
	name: string;
	digest: ElementResult["digest"];
	/** Null where it can't be trusted. */
	value: CborItem | null;
	/** Null where its digest is the signed one, or can't be compared with a signed one. */
	altered: CborItem | null;
};

/**
 * Whether the elements are those that the issuer signed: the digest of each is that of its bytes as received, tag included
 * (ISO/IEC 18013-5, 9.1.2.5 and 9.3.1).
 */
export function checkElements(document: MobileDocument, checks: CheckList): CheckedElement[] {
	const isIssued = checks.isPassed("issuer-signature");
	const isTwice = findRepeated(document.elements);
	const elements = document.elements.map((element) => {
		const digest = compareDigest(element, document);
		const isTrusted = isIssued && digest === "matches" && !isTwice(element);
		const isAltered = digest === "differs" || digest === "unlisted";
		return {
			namespace: element.namespace,
			name: element.name,
			digest,
			value: isTrusted ? element.value : null,
			altered: isIssued && isAltered ? element.value : null,
		};
	});
	if (isIssued && elements.length === 0) {
		checks.unchecked("digests", NOTHING_SENT);
		checks.unchecked("distinct-elements", NOTHING_SENT);
	} else if (isIssued) {
		const differing = elements.filter(({ digest }) => digest === "differs").length;
		const unlisted = elements.filter(({ digest }) => digest === "unlisted").length;
		const shorter = document.elements.filter(({ random }) => random.length < RANDOM_BYTES_MIN).length;
		checks.judge("digests", [
			differing > 0 && `${elementsAre(differing)} not what the issuer signed: the digest is different.`,
			unlisted > 0 && `${elementsAre(unlisted)} not on the list of digests that the issuer signed.`,
		]);
		checks.judge("distinct-elements", [
			document.elements.some(isTwice) && "An attribute, or the number of a digest, appears twice in one namespace.",
			shorter > 0 && `${elementsAre(shorter)} salted with fewer than ${RANDOM_BYTES_MIN} random bytes.`,
		]);
	}
	return elements;
}

function compareDigest(element: IssuerSignedElement, { securityObject }: MobileDocument): ElementResult["digest"] {
	const digest = digestOf(element.bytes, securityObject.digestAlgorithm);
	if (!digest) return null;
	const signed = securityObject.valueDigests.get(element.namespace)?.get(element.digestId);
	if (!signed) return "unlisted";
	return digest.equals(signed) ? "matches" : "differs";
}

function findRepeated(elements: readonly IssuerSignedElement[]): (element: IssuerSignedElement) => boolean {
	const counts = new Map<string, number>();
	for (const key of elements.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
	return (element) => keysOf(element).some((key) => (counts.get(key) ?? 0) > 1);
}

function keysOf({ namespace, name, digestId }: IssuerSignedElement): string[] {
	return [JSON.stringify([namespace, name]), JSON.stringify([namespace, digestId])];
}

function elementsAre(count: number): string {
	return count === 1 ? "1 attribute is" : `${count} attributes are`;
}

/** ISO/IEC 18013-5, 9.1.2.5. */
const ALGORITHMS = new Map([
	["SHA-256", "sha256"],
	["SHA-384", "sha384"],
	["SHA-512", "sha512"],
]);

export function isDigestAlgorithm(name: string): boolean {
	return ALGORITHMS.has(name);
}

/** Null where the algorithm is not in the standard. */
function digestOf(bytes: Uint8Array, algorithm: string | null): Buffer | null {
	const name = algorithm === null ? undefined : ALGORITHMS.get(algorithm);
	return name === undefined ? null : createHash(name).update(bytes).digest();
}

/**
 * The requested elements in their order with their values, then others that were sent, without values.
 * @param received null where the response can't be read
 */
export function resultsFor(
	requested: readonly RequestedElement[],
	received: readonly CheckedElement[] | null,
): ElementResult[] {
	const sent = received ?? [];
	const used = new Set<CheckedElement>();
	const results = requested.map(({ namespace, name, isRetained }): ElementResult => {
		const ofNamespace = sent.filter((element) => element.namespace === namespace);
		const exact = ofNamespace.find((element) => element.name === name);
		const found = exact ?? nearestAttestation(name, ofNamespace, isReached);
		if (found) used.add(found);
		return {
			namespace,
			name,
			isRequested: true,
			isSent: received && found !== undefined,
			isRetained,
			answeredBy: exact ? null : (found?.name ?? null),
			value: found?.value ?? null,
			altered: found?.altered ?? null,
			digest: found?.digest ?? null,
		};
	});
	const isRequested = (element: CheckedElement) =>
		requested.some(({ namespace, name }) => namespace === element.namespace && name === element.name);
	const others = sent.filter((element) => !used.has(element) && !isRequested(element));
	const unrequested = {
		isRequested: false,
		isSent: true,
		isRetained: null,
		answeredBy: null,
		value: null,
		altered: null,
	};
	return [...results, ...others.map((element) => ({ ...element, ...unrequested }))];
}

function isReached({ value }: CheckedElement): unknown {
	return value?.kind === "simple" ? value.value : null;
}
