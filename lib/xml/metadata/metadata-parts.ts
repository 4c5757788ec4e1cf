import { UnreadableMetadata, UnreadableXml } from "../errors";
import { parseXml } from "../parse";
import type { XmlElement } from "../parsing/xml-element";
import { attributeOf, childrenOf, elementsIn, isElement } from "../read-element";
import { METADATA, PROTOCOL } from "./metadata-names";

const METADATA_BYTES_MAX = 256 * 1024;
const LIMITS = { depth: 64, elements: 10_000, attributes: 20_000, comments: "between elements" } as const;

/** Refuses pasted text that is empty or too long. @throws UnreadableMetadata */
export function requirePasted(text: string): void {
	if (text.trim() === "") throw new UnreadableMetadata("Paste the metadata first.");
	if (Buffer.byteLength(text) > METADATA_BYTES_MAX) {
		throw new UnreadableMetadata(`This is longer than ${METADATA_BYTES_MAX / 1024} KB, the most that is read.`);
	}
}

/** The root of metadata, of one entity or several. @throws UnreadableMetadata */
export function readMetadata(text: string): XmlElement {
	const linesBefore = text.slice(0, text.length - text.trimStart().length).split("\n").length - 1;
	const root = readable(() => parseXml(text.trim(), { ...LIMITS, bytes: METADATA_BYTES_MAX }), linesBefore);
	if (["EntityDescriptor", "EntitiesDescriptor"].some((name) => isElement(root, METADATA, name))) return root;
	throw new UnreadableMetadata(`This is not SAML metadata: it begins with ${root.name}, not with EntityDescriptor.`);
}

/** The one entity that metadata describes. @throws UnreadableMetadata */
export function readEntity(text: string): XmlElement {
	const root = readMetadata(text);
	if (isElement(root, METADATA, "EntityDescriptor")) return root;
	throw new UnreadableMetadata("This describes several entities. Paste the EntityDescriptor of the one that you mean.");
}

export type FoundEntity = {
	entity: XmlElement;
	/** Its `EntitiesDescriptor`s, the outermost first. */
	around: XmlElement[];
};

/** All entities that metadata describes. @throws UnreadableXml */
export function entitiesIn(root: XmlElement, around: XmlElement[] = []): FoundEntity[] {
	if (isElement(root, METADATA, "EntityDescriptor")) return [{ entity: root, around }];
	const members = elementsIn(root).filter(({ name }) => ["EntityDescriptor", "EntitiesDescriptor"].includes(name));
	return members
		.filter(({ namespace }) => namespace === METADATA)
		.flatMap((member) => entitiesIn(member, [...around, root]));
}

/** @param linesBefore lines of the pasted text before the parsed part @throws UnreadableMetadata in place of UnreadableXml */
export function readable<Value>(read: () => Value, linesBefore = 0): Value {
	try {
		return read();
	} catch (error) {
		if (error instanceof UnreadableXml) {
			const place = error.line === undefined ? "." : ` (line ${error.line + linesBefore}).`;
			throw new UnreadableMetadata(error.message.replace(/\.$/, place));
		}
		throw error;
	}
}

/** The entity's name. @throws UnreadableMetadata */
export function entityIdOf(entity: XmlElement): string {
	const id = attributeOf(entity, "entityID");
	if (!id) throw new UnreadableMetadata("The EntityDescriptor has no entityID.");
	return id;
}

/** Whether a role supports SAML 2.0. */
export function speaksSaml(role: XmlElement): boolean {
	return (attributeOf(role, "protocolSupportEnumeration") ?? "").split(/\s+/).includes(PROTOCOL);
}

export function descendants(element: XmlElement, namespace: string, name: string): XmlElement[] {
	const children = element.children.filter((child) => typeof child !== "string");
	return children.flatMap((child) => [
		...(isElement(child, namespace, name) ? [child] : []),
		...descendants(child, namespace, name),
	]);
}

export function rolesOf(entity: XmlElement, name: string): XmlElement[] {
	return elementsIn(entity).filter((element) => isElement(element, METADATA, name));
}

/** Whether an attribute of the type `xs:boolean` is there and true. */
export function isTrue(element: XmlElement, name: string): boolean {
	return ["true", "1"].includes(attributeOf(element, name) ?? "");
}

export type Endpoint = { binding: string; location: string };

export function endpointsOf(role: XmlElement, name: string): (Endpoint & { element: XmlElement })[] {
	return childrenOf(role, METADATA, name).flatMap((element) => {
		const [binding, location] = [attributeOf(element, "Binding"), attributeOf(element, "Location")];
		return binding && location ? [{ binding, location, element }] : [];
	});
}
