import { MDL_NAMESPACE } from "../mdl";
import type { AskedElement } from "../verification/verification";
import type { IssuedItem } from "./issue-licence";

const AGE_LIMIT = /^age_over_(\d\d)$/;

/**
 * What a wallet finds for a request. A limit of age is answered by the nearest attestation (ISO/IEC 18013-5, 7.2.5),
 * under the rules of ISO alone: a DCQL query names claims, and no other one stands in (OpenID4VP 1.0, section 6.4).
 */
export function chooseItems(
	held: readonly IssuedItem[],
	asked: readonly AskedElement[],
	rules: "iso" | "browser",
): { items: readonly IssuedItem[]; missing: readonly AskedElement[] } {
	const items = new Set<IssuedItem>();
	const missing: AskedElement[] = [];
	for (const element of asked) {
		const exact = held.find(({ namespace, name }) => namespace === element.namespace && name === element.name);
		const found = rules === "iso" ? (nearest(held, element) ?? exact) : exact;
		if (found === undefined) missing.push(element);
		else items.add(found);
	}
	return { items: [...items], missing };
}

/** True at the nearest limit at or above the one asked for; else false at the nearest at or below it. */
function nearest(held: readonly IssuedItem[], { namespace, name }: AskedElement): IssuedItem | undefined {
	const limit = limitOf(name);
	if (limit === null || namespace !== MDL_NAMESPACE) return undefined;
	const attested = held
		.filter((item) => item.namespace === namespace)
		.flatMap((item) => {
			const of = limitOf(item.name);
			return of === null ? [] : [{ item, of }];
		})
		.sort((one, other) => one.of - other.of);
	const reached = attested.find(({ item, of }) => of >= limit && item.value === true);
	return (reached ?? attested.findLast(({ item, of }) => of <= limit && item.value === false))?.item;
}

function limitOf(name: string): number | null {
	const [, digits] = AGE_LIMIT.exec(name) ?? [];
	return digits === undefined ? null : Number(digits);
}
