import { DOMParser } from "@xmldom/xmldom";

/** An element as an independent parser reads it; names with their prefixes, as they were written. */
export type WrittenElement = {
	name: string;
	attributes: Readonly<Record<string, string>>;
	/** With that of the elements in it. */
	text: string;
	/** All elements below, in the order of the document, itself the first. */
	elements: readonly WrittenElement[];
};

type ParsedElement = NonNullable<ReturnType<DOMParser["parseFromString"]>["documentElement"]>;

/** @throws Error for a document that is not well-formed */
export function writtenXml(document: string): WrittenElement {
	const faults: string[] = [];
	const errorHandler = (_level: string, fault: string) => void faults.push(fault);
	const { documentElement } = new DOMParser({ errorHandler }).parseFromString(document, "text/xml");
	if (!documentElement || faults.length > 0) throw new Error(`Not XML: ${faults.join(" ")}`);
	return written(documentElement);
}

function written(element: ParsedElement): WrittenElement {
	const below = Array.from(element.childNodes).flatMap((node) =>
		"tagName" in node ? written(node as ParsedElement).elements : [],
	);
	const own = {
		name: element.tagName,
		attributes: Object.fromEntries(Array.from(element.attributes).map(({ name, value }) => [name, value])),
		text: element.textContent ?? "",
	};
	const self: WrittenElement = {
		...own,
		get elements() {
			return [self, ...below];
		},
	};
	return self;
}
