import { UnreadableXml } from "./errors";
import type { XmlElement } from "./parsing/xml-element";

/** Far more than names, identifiers and addresses need. */
const TEXT_LENGTH_MAX = 4096;

/** The elements of one name directly in another. */
export function childrenOf(element: XmlElement, namespace: string, name: string): XmlElement[] {
	return elementsIn(element).filter((child) => isElement(child, namespace, name));
}

/** @throws UnreadableXml where there is more than one */
export function optionalChild(element: XmlElement, namespace: string, name: string): XmlElement | undefined {
	const [child, other] = childrenOf(element, namespace, name);
	if (other) throw new UnreadableXml(`${element.name} holds ${name} more than once.`);
	return child;
}

/** @throws UnreadableXml where there is none, or more than one */
export function onlyChild(element: XmlElement, namespace: string, name: string): XmlElement {
	const child = optionalChild(element, namespace, name);
	if (!child) throw new UnreadableXml(`${element.name} holds no ${name}.`);
	return child;
}

/**
 * The elements directly in another, in their order.
 * @throws UnreadableXml where there is text between them
 */
export function elementsIn(element: XmlElement): XmlElement[] {
	return element.children.flatMap((child) => {
		if (typeof child !== "string") return [child];
		if (trimmed(child) !== "") throw new UnreadableXml(`${element.name} holds text between its elements.`);
		return [];
	});
}

/**
 * The text of an element that holds nothing else, without white space around it.
 * @throws UnreadableXml where it holds elements, or no text
 */
export function textOf(element: XmlElement, lengthMax: number = TEXT_LENGTH_MAX): string {
	const texts = element.children.map((child) => {
		if (typeof child === "string") return child;
		throw new UnreadableXml(`${element.name} holds an element instead of a text.`);
	});
	const text = trimmed(texts.join(""));
	if (text === "") throw new UnreadableXml(`${element.name} is empty.`);
	if (text.length > lengthMax) throw new UnreadableXml(`${element.name} is longer than ${lengthMax} characters.`);
	return text;
}

/**
 * The value of an attribute without a prefix.
 * @throws UnreadableXml where it is too long
 */
export function attributeOf(
	element: XmlElement,
	name: string,
	lengthMax: number = TEXT_LENGTH_MAX,
): string | undefined {
	const value = element.attributes.find((attribute) => attribute.namespace === "" && attribute.name === name)?.value;
	if (value !== undefined && value.length > lengthMax) {
		throw new UnreadableXml(`${element.name} has a ${name} of more than ${lengthMax} characters.`);
	}
	return value;
}

/** @throws UnreadableXml where it isn't there, is empty or too long */
export function requiredAttribute(element: XmlElement, name: string, lengthMax: number = TEXT_LENGTH_MAX): string {
	const value = attributeOf(element, name, lengthMax);
	if (!value) throw new UnreadableXml(`${element.name} has no ${name}.`);
	return value;
}

export function isElement(element: XmlElement, namespace: string, name: string): boolean {
	return element.namespace === namespace && element.name === name;
}

/** Without XML's white space; other spaces are part of a name. */
function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isSpace(text[start])) start += 1;
	while (end > start && isSpace(text[end - 1])) end -= 1;
	return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
	return character === " " || character === "\t" || character === "\n" || character === "\r";
}
