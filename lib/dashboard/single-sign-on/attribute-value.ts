import { SCHEMA_INSTANCE } from "@/lib/xml/metadata/metadata-names";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";

const VALUE_LENGTH_MAX = 100_000;

/** The text of a value, which may be empty, with the type that it says it is of. */
export function attributeValue(value: XmlElement): { text: string; type: string | null } {
	const type = value.attributes.find(({ namespace, name }) => namespace === SCHEMA_INSTANCE && name === "type");
	const texts = value.children.map((child) => (typeof child === "string" ? child : `<${child.name}>…`));
	return { text: texts.join("").slice(0, VALUE_LENGTH_MAX), type: type?.value ?? null };
}
