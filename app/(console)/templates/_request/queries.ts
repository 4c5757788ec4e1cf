import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "@/lib/contract/template/mdl-attribute-names";
import { requestedNames } from "../_attributes/attribute-facts";

/** The same request in another protocol's words, or why there is none. */
export type Query = { query: unknown; refusal?: undefined } | { refusal: string };

const NOTHING: Query = {
	refusal: "Nothing is ticked. A query without elements would ask for whatever the wallet chooses to give.",
};

/**
 * A DCQL query (OpenID for Verifiable Presentations 1.0, section 6 and B.2): one mDL with one claim per element.
 * @param isStored intent to retain: whether the verifier means to keep the answers
 */
export function dcqlQuery(elements: Record<string, unknown>, isStored: boolean): Query {
	const names = requestedNames(elements);
	if (names.length === 0) return NOTHING;
	return {
		query: {
			credentials: [
				{
					id: "mdl",
					format: "mso_mdoc",
					meta: { doctype_value: MDL_DOCUMENT_TYPE },
					claims: names.map((name) => ({ path: [MDL_NAMESPACE, name], intent_to_retain: isStored })),
				},
			],
		},
	};
}

/**
 * The items of a device request (ISO/IEC 18013-5, 8.3.2.1.2.1, `ItemsRequest`) as JSON: each element with its intent
 * to retain. On the wire this is CBOR.
 */
export function itemsRequest(elements: Record<string, unknown>, isStored: boolean): Query {
	const names = requestedNames(elements);
	if (names.length === 0) return NOTHING;
	const items = Object.fromEntries(names.map((name) => [name, isStored]));
	return { query: { docType: MDL_DOCUMENT_TYPE, nameSpaces: { [MDL_NAMESPACE]: items } } };
}
