import { escapeXml } from "../markup";
import type { XmlElement } from "./xml-element";

/**
 * An element in the one way of writing that every parser reads alike: each text escaped, each element with its end. Says
 * what the document said that it was read from, so that signatures hold.
 */
export function writtenElement(element: XmlElement): string {
	const declarations = Array.from(element.declarations, ([prefix, namespace]) => {
		return ` ${prefix === "" ? "xmlns" : `xmlns:${prefix}`}="${escapeXml(namespace)}"`;
	});
	const attributes = element.attributes.map(({ qualifiedName, value }) => ` ${qualifiedName}="${escapeXml(value)}"`);
	const children = element.children.map((child) => {
		return typeof child === "string" ? escapeXml(child) : writtenElement(child);
	});
	const { qualifiedName } = element;
	return `<${qualifiedName}${declarations.join("")}${attributes.join("")}>${children.join("")}</${qualifiedName}>`;
}
