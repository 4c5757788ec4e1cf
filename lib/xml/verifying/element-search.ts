import type { XmlElement } from "../parsing/xml-element";

/** A document's elements in its order, each with the one that it stands in. */
export function* everyElement(root: XmlElement): Generator<{ element: XmlElement; parent: XmlElement | undefined }> {
	const waiting: { element: XmlElement; parent: XmlElement | undefined }[] = [{ element: root, parent: undefined }];
	for (let found = waiting.pop(); found; found = waiting.pop()) {
		yield found;
		for (const child of found.element.children.toReversed()) {
			if (typeof child !== "string") waiting.push({ element: child, parent: found.element });
		}
	}
}
