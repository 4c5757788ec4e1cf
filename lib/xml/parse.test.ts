import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longLimit } from "@/lib/testing/long-limit";
import { UnreadableXml } from "./errors";
import { xml, xmlCharacters } from "./markup";
import { parseXml } from "./parse";
import {
	attributeOf,
	childrenOf,
	elementsIn,
	onlyChild,
	optionalChild,
	requiredAttribute,
	textOf,
} from "./read-element";
import { anyText } from "./testing/any-text";
import { cpuMilliseconds } from "./testing/cpu-time";
import { writtenElement } from "./verify";

const RUNS = process.env.LONG ? 20_000 : 300;
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
/** Generous: a parser with quadratic time needs many times as long. */
const MILLISECONDS_MAX = longLimit(400);

function refusal(source: string | Uint8Array, limits = {}): string {
	try {
		parseXml(source, limits);
	} catch (error) {
		if (error instanceof UnreadableXml) return error.message;
		throw error;
	}
	throw new Error("It was read.");
}

describe("a document", () => {
	it("is read into elements with their namespaces, attributes and texts", () => {
		const root = parseXml(
			Buffer.from(
				`<?xml version='1.0' encoding="utf-8" standalone="no"?>\r\n<a:Root xmlns:a="urn:a" xmlns="urn:d" ID = '_1'\n a:x="&lt;&#x41;&#66;&quot;">\r\n <Inner xmlns=""/><b>t&amp;\r\nu</b ></a:Root>\n`,
			),
		);
		expect(root).toMatchObject({ qualifiedName: "a:Root", name: "Root", namespace: "urn:a" });
		expect(root.attributes).toEqual([
			{ qualifiedName: "ID", name: "ID", namespace: "", value: "_1" },
			{ qualifiedName: "a:x", name: "x", namespace: "urn:a", value: '<AB"' },
		]);
		expect(elementsIn(root).map(({ name, namespace }) => [name, namespace])).toEqual([
			["Inner", ""],
			["b", "urn:d"],
		]);
		expect(textOf(onlyChild(root, "urn:d", "b"))).toBe("t&\nu");
	});

	it("has the values that were written into it, also after it is written again", () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const written = xml`<a:b xmlns:a="urn:a" c="${text}">${text}<d/></a:b>`.toString();
				for (const document of [written, writtenElement(parseXml(written))]) {
					const root = parseXml(document);
					expect(attributeOf(root, "c")).toBe(xmlCharacters(text));
					expect(root.children.filter((child) => typeof child === "string").join("")).toBe(xmlCharacters(text));
				}
			}),
			{ numRuns: RUNS },
		);
	});

	it.each([
		["nothing", "", "This is not XML: it has no elements."],
		["a text", "AAAA", "The XML has text outside of its element."],
		["UTF-7", "+ADw-a+AD4APA-/a+AD4-", "The XML has text outside of its element."],
		["a byte order mark", "\ufeff<a/>", "The XML begins with a byte order mark."],
		["UTF-16", Buffer.from("<a/>", "utf16le"), "The XML contains a character that XML does not allow."],
		["UTF-16 with its mark", Buffer.from("\ufeff<a/>", "utf16le"), "The XML is not UTF-8."],
		["broken UTF-8", Buffer.from("<a>\xe9</a>", "latin1"), "The XML is not UTF-8."],
		["a surrogate in UTF-8", Buffer.from("3c613eeda0803c2f613e", "hex"), "The XML is not UTF-8."],
		[
			"another encoding's name",
			'<?xml version="1.0" encoding="UTF-7"?><a/>',
			"The XML declares an encoding other than UTF-8.",
		],
		["XML 1.1", '<?xml version="1.1"?><a/>', "The XML contains a processing instruction."],
		["NUL", "<a>\0</a>", "The XML contains a character that XML does not allow."],
		["a control character", "<a b='\u0001'/>", "The XML contains a character that XML does not allow."],
		["a lone surrogate", "<a>\ud800</a>", "The XML contains a character that XML does not allow."],
		["a document type", "<!DOCTYPE a><a/>", "The XML contains a document type declaration."],
		["one in small letters", "<!doctype a><a/>", "The XML contains a document type declaration."],
		["an entity", '<!ENTITY x "y"><a>&x;</a>', "The XML contains a document type declaration."],
		["an instruction", "<a><?x y?></a>", "The XML contains a processing instruction."],
		["an instruction before it", "<?x y?><a/>", "The XML contains a processing instruction."],
		["a CDATA section", "<a><![CDATA[x]]></a>", "The XML contains a CDATA section or a declaration."],
		["a comment", "<a>admin<!---->.evil</a>", "The XML contains a comment."],
		["a comment after it", "<a/><!-- -->", "The XML contains a comment."],
		["a second root", "<a/><b/>", "The XML has more than one root element."],
		["text after it", "<a/>b", "The XML has text outside of its element."],
		[
			"an unknown entity",
			"<a>&nbsp;</a>",
			"The XML contains a reference to an entity or a character that XML does not define.",
		],
		["an entity of a prototype", "<a>&toString;</a>", /reference/],
		["a bare ampersand", "<a>x & y</a>", /reference/],
		["a reference to NUL", "<a>&#0;</a>", /reference/],
		["a reference to a surrogate", "<a b='&#xD800;'/>", /reference/],
		["a reference beyond Unicode", "<a>&#x110000;</a>", /reference/],
		["an end of CDATA", "<a>]]></a>", "The XML has “]]>” in a text."],
		["mismatched tags", "<a><b></a></b>", "The XML has an end tag without its start tag."],
		["tags of two cases", "<a></A>", "The XML has an end tag without its start tag."],
		["a missing end", "<a><b></b>", "The XML has an element that is not closed."],
		["an end alone", "</a>", "The XML has an end tag without its start tag."],
		["a cut-off start", "<a b='c'", "The XML has an element that cannot be read."],
		["an attribute without quotes", "<a b=c/>", "The XML has an element that cannot be read."],
		["an attribute without a value", "<a b/>", "The XML has an element that cannot be read."],
		["attributes without a space", "<a b='c'd='e'/>", "The XML has an element that cannot be read."],
		["markup in an attribute", "<a b='<'/>", "The XML has an element that cannot be read."],
		["a space before the name", "< a/>", "The XML has a < that does not begin an element."],
		["one attribute twice", "<a b='c' b='d'/>", "The XML has an element with the same attribute twice."],
		["one by two prefixes", "<a xmlns:p='urn:x' xmlns:q='urn:x' p:b='' q:b=''/>", /the same attribute twice/],
		["one declaration twice", "<a xmlns:p='urn:x' xmlns:p='urn:x'/>", /the same attribute twice/],
		["an undeclared prefix", "<p:a/>", "The XML uses a prefix that it does not declare."],
		["one of an attribute", "<a p:b='c'/>", "The XML uses a prefix that it does not declare."],
		[
			"a prefix out of its scope",
			"<a><b xmlns:p='urn:x'/><p:c/></a>",
			"The XML uses a prefix that it does not declare.",
		],
		["a prefix with a new meaning", "<p:a xmlns:p='urn:x'><p:b xmlns:p='urn:y'/></p:a>", /one prefix for two/],
		["an undeclared meaning", "<p:a xmlns:p='urn:x'><b xmlns:p=''/></p:a>", /not an absolute URI/],
		["a relative namespace", "<a xmlns='x'/>", "The XML declares a namespace that is not an absolute URI."],
		["the prefix xml anew", "<a xmlns:xml='urn:x'/>", "The XML declares a reserved namespace."],
		["XML's own namespace", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", /reserved namespace/],
		["XML's own namespace by default", `<a xmlns='${XML_NAMESPACE}'/>`, /reserved namespace/],
		["the prefix xml without a namespace", "<a xmlns:xml=''/>", /reserved namespace/],
		["the prefix xml in other letters", `<a xmlns:XML='${XML_NAMESPACE}'/>`, /reserved namespace/],
		["a declaration of xmlns", `<a xmlns:xmlns='${XMLNS_NAMESPACE}'/>`, /reserved namespace/],
		["the prefix xmlns for another namespace", "<a xmlns:xmlns='urn:x'/>", /reserved namespace/],
		["the namespace of xmlns", `<a xmlns:p='${XMLNS_NAMESPACE}'/>`, /reserved namespace/],
		["the namespace of xmlns by default", `<a xmlns='${XMLNS_NAMESPACE}'/>`, /reserved namespace/],
		[
			"the prefix xml declared twice",
			`<a xmlns:xml='${XML_NAMESPACE}' xmlns:xml='${XML_NAMESPACE}'/>`,
			/attribute twice/,
		],
		["an element with the prefix xml", "<xml:a/>", "The XML has an element with the prefix xml."],
		["an attribute whose prefix begins with xmlns", "<a xmlns:xmlnsx='urn:x' xmlnsx:b=''/>", /reserved name/],
		["the prefix xmlns", "<xmlns:a/>", "The XML uses a prefix that it does not declare."],
		["a reserved attribute", "<a xmlnsx='y'/>", "The XML has an attribute with a reserved name."],
		["two colons in a name", "<a:b:c xmlns:a='urn:x'/>", "The XML has an element that cannot be read."],
		["a letter outside of ASCII in a name", "<é/>", "The XML has a < that does not begin an element."],
	] as const)("is refused with %s", (_, source, reason) => {
		expect(refusal(source)).toMatch(reason);
	});

	it("may repeat the declaration of a prefix, and declare another default", () => {
		const root = parseXml("<p:a xmlns:p='urn:x' xmlns='urn:1'><p:b xmlns:p='urn:x' xmlns='urn:2'><c/></p:b></p:a>");
		expect(onlyChild(onlyChild(root, "urn:x", "b"), "urn:2", "c").name).toBe("c");
	});

	it("may declare the prefix xml with its own namespace, which is not written back", () => {
		const root = parseXml(`<a xmlns:xml='${XML_NAMESPACE}' xml:lang='en'><b xmlns:xml="${XML_NAMESPACE}"/></a>`);
		expect(root.attributes).toEqual([
			{ qualifiedName: "xml:lang", name: "lang", namespace: XML_NAMESPACE, value: "en" },
		]);
		expect(root.declarations.size).toBe(0);
		expect(writtenElement(root)).toBe('<a xml:lang="en"><b></b></a>');
	});

	it("may have other prefixes that begin with xml", () => {
		const root = parseXml("<xmldsig:a xmlns:xmldsig='urn:x' xmlns:XMLNS='urn:y'/>");
		expect(writtenElement(root)).toBe('<xmldsig:a xmlns:xmldsig="urn:x" xmlns:XMLNS="urn:y"></xmldsig:a>');
	});

	it("may contain comments between elements where the caller allows it, never in a text", () => {
		const limits = { comments: "between elements" } as const;
		const root = parseXml("<!-- a --><a><!-- b --> <b/><!----></a><!-- c -->", limits);
		expect(elementsIn(root)).toHaveLength(1);
		expect(refusal("<a>admin<!---->.evil</a>", limits)).toBe("The XML contains a comment.");
		expect(refusal("<a><!---->.evil</a>", limits)).toBe("The XML contains a comment.");
		expect(refusal("<a><!-- -- --></a>", limits)).toBe("The XML has a comment that cannot be read.");
		expect(refusal("<a><!-- </a>", limits)).toBe("The XML has a comment that cannot be read.");
	});
});

describe("the size of a document", () => {
	it("is bounded in bytes, depth, elements, attributes and declarations", () => {
		expect(refusal(`<a>${"é".repeat(40_000)}</a>`)).toBe("The XML is larger than 65536 bytes.");
		expect(refusal(Buffer.alloc(65_537, "a"))).toBe("The XML is larger than 65536 bytes.");
		const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
		expect(parseXml(nested(32)).name).toBe("a");
		expect(refusal(nested(33))).toBe("The XML has more than 32 levels of elements.");
		expect(refusal(`<a>${"<b/>".repeat(2000)}</a>`)).toBe("The XML has more than 2000 elements.");
		const attributes = Array.from({ length: 4001 }, (_, index) => ` a${index}=""`).join("");
		expect(refusal(`<a${attributes}/>`)).toBe("The XML has more than 4000 attributes.");
		const declarations = Array.from({ length: 257 }, (_, index) => ` xmlns:a${index}="urn:x"`).join("");
		expect(refusal(`<a${declarations}/>`)).toBe("The XML declares more than 256 namespaces.");
		const again = parseXml(`<a>${"<b xmlns:x='urn:x'/>".repeat(1000)}</a>`);
		expect(elementsIn(again)).toHaveLength(1000);
	});

	it.each([
		["10,000 elements in each other", "<a>".repeat(10_000)],
		["60 KB of attributes", `<a${Array.from({ length: 3900 }, (_, index) => ` a${index}=""`).join("")}/>`],
		["60 KB of one attribute", `<a b="${"&amp;".repeat(12_000)}"/>`],
		["60 KB of white space in a tag", `<a${" ".repeat(60_000)}x`],
		["60 KB of white space in a declaration", `<?xml version="1.0"${" ".repeat(60_000)}`],
		["60 KB of white space in an end", `<a></a${" ".repeat(60_000)}x`],
		["60 KB of a name", `<${"a".repeat(60_000)}`],
		["60 KB of <", "<".repeat(60_000)],
		["60 KB of &", `<a>${"&".repeat(60_000)}</a>`],
		["60 KB of an open reference", `<a>&#${"1".repeat(60_000)}</a>`],
		["many namespaces in many elements", manyNamespaces()],
	])("is refused in little time: %s", (_, source) => {
		const start = cpuMilliseconds();
		try {
			parseXml(source);
		} catch (error) {
			expect(error).toBeInstanceOf(UnreadableXml);
		}
		expect(cpuMilliseconds() - start).toBeLessThan(MILLISECONDS_MAX);
	});

	function manyNamespaces(): string {
		const declared = (from: number) =>
			Array.from({ length: 8 }, (_, index) => ` xmlns:p${from + index}="urn:x"`).join("");
		const starts = Array.from({ length: 31 }, (_, index) => `<a${declared(8 * index)}>`).join("");
		return `${starts}${"<a></a>".repeat(1900)}${"</a>".repeat(31)}`;
	}
});

describe("a reader of elements", () => {
	const root = parseXml("<a xmlns='urn:x' b='' c='d'> <one> t </one><two/><two/><mixed>t<x/></mixed>\n</a>");

	it("finds the only child of a name, and refuses a missing or doubled one", () => {
		expect(textOf(onlyChild(root, "urn:x", "one"))).toBe("t");
		expect(optionalChild(root, "urn:x", "none")).toBeUndefined();
		expect(optionalChild(root, "urn:y", "one")).toBeUndefined();
		expect(childrenOf(root, "urn:x", "two")).toHaveLength(2);
		expect(() => onlyChild(root, "urn:x", "none")).toThrow("a holds no none.");
		expect(() => optionalChild(root, "urn:x", "two")).toThrow("a holds two more than once.");
	});

	it("refuses a text with elements in it, none at all, and elements with text between them", () => {
		const mixed = onlyChild(root, "urn:x", "mixed");
		expect(() => textOf(mixed)).toThrow("mixed holds an element instead of a text.");
		expect(() => elementsIn(mixed)).toThrow("mixed holds text between its elements.");
		expect(() => textOf(parseXml("<a> </a>"))).toThrow("a is empty.");
		expect(() => textOf(parseXml("<a>12345</a>"), 4)).toThrow("a is longer than 4 characters.");
	});

	it("keeps spaces that are no white space in XML", () => {
		expect(textOf(parseXml("<a>\n\u00a0b\u2003 </a>"))).toBe("\u00a0b\u2003");
	});

	it("reads only attributes without a prefix, up to a length", () => {
		expect(attributeOf(root, "b")).toBe("");
		expect(attributeOf(parseXml("<a xmlns:p='urn:x' p:ID='_1'/>"), "ID")).toBeUndefined();
		expect(requiredAttribute(root, "c")).toBe("d");
		expect(() => requiredAttribute(root, "b")).toThrow("a has no b.");
		expect(() => attributeOf(parseXml("<a b='12345'/>"), "b", 4)).toThrow("a has a b of more than 4 characters.");
	});
});
