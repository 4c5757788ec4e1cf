import type { XmlElement } from "@/lib/xml/parsing/xml-element";

const INDENT = "  ";

/** A document to be looked at: indented, an element that holds nothing but a text on one line. */
export function prettyXml(root: XmlElement): string {
	return linesOf(root, "").join("\n");
}

function linesOf(element: XmlElement, indent: string): string[] {
	const declarations = [...element.declarations].map(([prefix, namespace]) =>
		attribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, namespace),
	);
	const attributes = element.attributes.map(({ qualifiedName, value }) => attribute(qualifiedName, value));
	const start = `${indent}<${[element.qualifiedName, ...declarations, ...attributes].join(" ")}`;
	const children = element.children.filter((child) => typeof child !== "string" || child.trim() !== "");
	if (children.length === 0) return [`${start}/>`];
	const end = `</${element.qualifiedName}>`;
	if (children.every((child) => typeof child === "string")) return [`${start}>${escaped(children.join(""))}${end}`];
	const inner = children.flatMap((child) =>
		typeof child === "string" ? [`${indent}${INDENT}${escaped(child.trim())}`] : linesOf(child, indent + INDENT),
	);
	return [`${start}>`, ...inner, indent + end];
}

function attribute(name: string, value: string): string {
	return `${name}="${escaped(value).replaceAll('"', "&quot;")}"`;
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
