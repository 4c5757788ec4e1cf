import { UnreadableXml } from "./errors";
import {
	declaredIn,
	localName,
	type NamespaceScope,
	namedAttributes,
	namespaceOf,
	OUTERMOST_SCOPE,
	prefixOf,
} from "./parsing/namespace-scope";
import type { XmlElement } from "./parsing/xml-element";
import { DECLARATIONS_MAX, documentText, MESSAGE_LIMITS, resolved, type XmlLimits } from "./parsing/xml-text";

/** No protocol that is supported here has names outside of ASCII. */
const QUALIFIED_NAME = "[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?";
const START = new RegExp(`<(${QUALIFIED_NAME})`, "y");
const ATTRIBUTE = new RegExp(`[ \\t\\n]+(${QUALIFIED_NAME})[ \\t\\n]*=[ \\t\\n]*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const START_END = /[ \t\n]*(\/?)>/y;
const END = new RegExp(`</(${QUALIFIED_NAME})[ \\t\\n]*>`, "y");
const WHITE_SPACE = /^[ \t\n]*$/;

/** An element that isn't closed yet. */
type Open = {
	readonly element: XmlElement & { readonly children: (XmlElement | string)[] };
	readonly scope: NamespaceScope;
	hasText: boolean;
	hasComment: boolean;
};

/**
 * A strict parser of the XML of sign-in protocols: elements, attributes and texts in UTF-8. It refuses what messages don't
 * need and parsers read differently: document types, entities, processing instructions, CDATA sections, comments.
 * Linear in time and memory, without recursion.
 * @throws UnreadableXml
 */
export function parseXml(source: Uint8Array | string, limits: Partial<XmlLimits> = {}): XmlElement {
	const reader = new Reader(source, { ...MESSAGE_LIMITS, ...limits });
	try {
		return reader.read();
	} catch (error) {
		if (error instanceof UnreadableXml) error.line = reader.line;
		throw error;
	}
}

class Reader {
	readonly #text: string;
	readonly #limits: XmlLimits;
	readonly #open: Open[] = [];
	#position = 0;
	#elements = 0;
	#attributes = 0;
	readonly #declarations = new Set<string>();
	#root: XmlElement | undefined;

	constructor(source: Uint8Array | string, limits: XmlLimits) {
		this.#limits = limits;
		this.#text = documentText(source, limits.bytes);
	}

	read(): XmlElement {
		while (this.#position < this.#text.length) {
			this.#readText();
			if (this.#position < this.#text.length) this.#readMarkup();
		}
		if (this.#open.length > 0) throw new UnreadableXml("The XML has an element that is not closed.");
		if (!this.#root) throw new UnreadableXml("This is not XML: it has no elements.");
		return this.#root;
	}

	/** The current line, from 1. */
	get line(): number {
		return this.#text.slice(0, this.#position).split("\n").length;
	}

	#readText(): void {
		const next = this.#text.indexOf("<", this.#position);
		const end = next === -1 ? this.#text.length : next;
		const raw = this.#text.slice(this.#position, end);
		this.#position = end;
		if (raw === "") return;
		const open = this.#open.at(-1);
		const isText = !WHITE_SPACE.test(raw);
		if (!open) {
			if (isText) throw new UnreadableXml("The XML has text outside of its element.");
			return;
		}
		if (raw.includes("]]>")) throw new UnreadableXml("The XML has “]]>” in a text.");
		open.hasText ||= isText;
		if (open.hasText && open.hasComment) throw commentRefused();
		open.element.children.push(resolved(raw));
	}

	#readMarkup(): void {
		const second = this.#text[this.#position + 1];
		if (second === "/") this.#readEnd();
		else if (second === "?") throw new UnreadableXml("The XML contains a processing instruction.");
		else if (second === "!") this.#readComment();
		else this.#readStart();
	}

	#readStart(): void {
		if (this.#root && this.#open.length === 0) throw new UnreadableXml("The XML has more than one root element.");
		const qualifiedName = this.#match(START)?.[1];
		if (qualifiedName === undefined) throw new UnreadableXml("The XML has a < that does not begin an element.");
		const raw = this.#readAttributes();
		const isEmpty = this.#match(START_END)?.[1];
		if (isEmpty === undefined) throw new UnreadableXml("The XML has an element that cannot be read.");
		const parent = this.#open.at(-1);
		const { declarations, scope } = declaredIn(raw, parent?.scope ?? OUTERMOST_SCOPE);
		this.#count(declarations);
		const namespace = namespaceOf(prefixOf(qualifiedName), scope);
		// No element may have this prefix: implementations of exclusive canonicalization write it differently.
		if (prefixOf(qualifiedName) === "xml") throw new UnreadableXml("The XML has an element with the prefix xml.");
		const attributes = namedAttributes(raw, scope);
		const element = {
			qualifiedName,
			name: localName(qualifiedName),
			namespace,
			attributes,
			declarations,
			children: [],
		};
		if (parent) parent.element.children.push(element);
		else this.#root = element;
		if (isEmpty) return;
		this.#open.push({ element, scope, hasText: false, hasComment: false });
		if (this.#open.length > this.#limits.depth) {
			throw new UnreadableXml(`The XML has more than ${this.#limits.depth} levels of elements.`);
		}
	}

	#readAttributes(): [string, string][] {
		const attributes: [string, string][] = [];
		for (;;) {
			const [, qualifiedName, double, single] = this.#match(ATTRIBUTE) ?? [];
			if (qualifiedName === undefined) return attributes;
			// White space in a value is a space, unless it is written as a reference (XML 1.0 section 3.3.3).
			attributes.push([qualifiedName, resolved((double ?? single ?? "").replace(/[\t\n]/g, " "))]);
			this.#attributes += 1;
			if (this.#attributes > this.#limits.attributes) {
				throw new UnreadableXml(`The XML has more than ${this.#limits.attributes} attributes.`);
			}
		}
	}

	#readEnd(): void {
		const qualifiedName = this.#match(END)?.[1];
		const open = this.#open.pop();
		if (qualifiedName === undefined || open?.element.qualifiedName !== qualifiedName) {
			throw new UnreadableXml("The XML has an end tag without its start tag.");
		}
	}

	#readComment(): void {
		if (!this.#text.startsWith("<!--", this.#position)) {
			throw new UnreadableXml("The XML contains a CDATA section or a declaration.");
		}
		const open = this.#open.at(-1);
		if (this.#limits.comments === "refused" || open?.hasText) throw commentRefused();
		const end = this.#text.indexOf("--", this.#position + 4);
		if (end === -1 || this.#text[end + 2] !== ">")
			throw new UnreadableXml("The XML has a comment that cannot be read.");
		if (open) open.hasComment = true;
		this.#position = end + 3;
	}

	#match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = this.#position;
		const found = pattern.exec(this.#text);
		if (found) this.#position = pattern.lastIndex;
		return found;
	}

	#count(declarations: ReadonlyMap<string, string>): void {
		this.#elements += 1;
		for (const declared of declarations) this.#declarations.add(declared.join(" "));
		const { elements } = this.#limits;
		if (this.#elements > elements) throw new UnreadableXml(`The XML has more than ${elements} elements.`);
		if (this.#declarations.size > DECLARATIONS_MAX) {
			throw new UnreadableXml(`The XML declares more than ${DECLARATIONS_MAX} namespaces.`);
		}
	}
}

function commentRefused(): UnreadableXml {
	return new UnreadableXml("The XML contains a comment.");
}
