import { UnreadableXml } from "../errors";
import type { XmlAttribute } from "./xml-element";

const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
/** Relative names of namespaces are deprecated, and canonicalization of them is not defined (Canonical XML 1.1). */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:[^ \t\n]/;

/** The namespace of each prefix; of "" by default. */
export type NamespaceScope = ReadonlyMap<string, string>;

export const OUTERMOST_SCOPE: NamespaceScope = new Map([
	["", ""],
	["xml", XML_NAMESPACE],
]);

type RawAttribute = readonly [qualifiedName: string, value: string];

/**
 * The declarations among an element's attributes, and its scope with them. A declaration of `xml` is left out, as in
 * canonical XML (Canonical XML 1.1 section 2.3).
 * @throws UnreadableXml for declarations that XML does not allow, and where a prefix gets a second meaning: a reader by
 * prefix would read another document
 */
export function declaredIn(attributes: readonly RawAttribute[], outer: NamespaceScope) {
	const declarations = new Map<string, string>();
	for (const [qualifiedName, namespace] of attributes) {
		const prefix = declaredPrefix(qualifiedName);
		if (prefix === undefined) continue;
		if (declarations.has(prefix)) throw new UnreadableXml("The XML has an element with the same attribute twice.");
		requireNamespace(prefix, namespace, outer);
		declarations.set(prefix, namespace);
	}
	declarations.delete("xml");
	return { declarations, scope: declarations.size === 0 ? outer : new Map([...outer, ...declarations]) };
}

function declaredPrefix(qualifiedName: string): string | undefined {
	if (qualifiedName === "xmlns") return "";
	if (qualifiedName.startsWith("xmlns:")) return qualifiedName.slice(6);
	// Names that begin like this are reserved for XML itself; canonicalization may leave them out.
	if (/^xmlns/i.test(qualifiedName)) throw new UnreadableXml("The XML has an attribute with a reserved name.");
	return undefined;
}

/** Namespaces in XML 1.0 section 3: `xml` has one namespace, which has no other prefix; `xmlns` cannot be declared. */
function requireNamespace(prefix: string, namespace: string, outer: NamespaceScope): void {
	const isReserved =
		prefix === "xmlns" || namespace === XMLNS_NAMESPACE || (prefix === "xml") !== (namespace === XML_NAMESPACE);
	if (isReserved) throw new UnreadableXml("The XML declares a reserved namespace.");
	if (prefix === "" && namespace === "") return;
	if (!ABSOLUTE.test(namespace)) throw new UnreadableXml("The XML declares a namespace that is not an absolute URI.");
	if (prefix !== "" && (outer.get(prefix) ?? namespace) !== namespace) {
		throw new UnreadableXml("The XML declares one prefix for two namespaces.");
	}
}

/** @throws UnreadableXml for an undeclared prefix, and for one attribute under two prefixes */
export function namedAttributes(attributes: readonly RawAttribute[], scope: NamespaceScope): XmlAttribute[] {
	const named = attributes
		.filter(([qualifiedName]) => declaredPrefix(qualifiedName) === undefined)
		.map(([qualifiedName, value]) => {
			const prefix = prefixOf(qualifiedName);
			const namespace = prefix === "" ? "" : namespaceOf(prefix, scope);
			return { qualifiedName, name: localName(qualifiedName), namespace, value };
		});
	const names = new Set(named.map(({ namespace, name }) => `${namespace} ${name}`));
	if (names.size < named.length) throw new UnreadableXml("The XML has an element with the same attribute twice.");
	return named;
}

export function namespaceOf(prefix: string, scope: NamespaceScope): string {
	const namespace = scope.get(prefix);
	if (namespace === undefined) throw new UnreadableXml("The XML uses a prefix that it does not declare.");
	return namespace;
}

export function prefixOf(qualifiedName: string): string {
	return qualifiedName.slice(0, Math.max(0, qualifiedName.indexOf(":")));
}

export function localName(qualifiedName: string): string {
	return qualifiedName.slice(qualifiedName.indexOf(":") + 1);
}
