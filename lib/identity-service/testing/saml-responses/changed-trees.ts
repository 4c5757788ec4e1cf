import fc from "fast-check";
import { parseXml } from "@/lib/xml/parse";
import type { XmlAttribute, XmlElement } from "@/lib/xml/parsing/xml-element";
import { writtenElement } from "@/lib/xml/verify";

/** An element that can be changed. */
type Tree = Omit<XmlElement, "attributes" | "declarations" | "children"> & {
	attributes: XmlAttribute[];
	declarations: Map<string, string>;
	children: (Tree | string)[];
};
type Place = { tree: Tree; parent: Tree };

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const NAMES = [
	"saml:Assertion",
	"saml:Advice",
	"saml:NameID",
	"samlp:Extensions",
	"samlp:Response",
	"ds:Object",
	"ds:Signature",
	"saml:AttributeValue",
	"e:x",
];
const VALUES = ["", "admin", "_evil", "urn:evil", "#_evil", "2.0", "true"];
const ATTRIBUTES = [
	"ID",
	"Id",
	"id",
	"AssertionID",
	"Name",
	"Format",
	"Recipient",
	"InResponseTo",
	"xml:space",
	"xml:id",
	"samlp:ID",
	"Algorithm",
	"URI",
];
const DECLARATIONS = [
	["saml", "urn:evil"],
	["", ASSERTION],
	["", "urn:evil"],
	["samlp", ASSERTION],
	["e", PROTOCOL],
	["e", "1"],
] as const;

type Change = (places: Place[], pick: (length: number) => number, other: Tree) => void;

/** Changes of a tree at picked places. */
const CHANGES: readonly Change[] = [
	// Moves.
	(places, pick) => {
		const [one, two] = [at(places, pick), at(places, pick)];
		if (!everyTree(one.tree).includes(two.tree)) {
			remove(one);
			insert(two.tree, one.tree, pick);
		}
	},
	(places, pick) => insert(at(places, pick).tree, copied(at(places, pick).tree), pick),
	(places, pick) => remove(at(places, pick)),
	// Exchanges with another valid response, and additions from it.
	(places, pick, other) => {
		const own = at(places, pick);
		const same = everyTree(other).filter(({ name }) => name === own.tree.name);
		own.parent.children[own.parent.children.indexOf(own.tree)] = copied(same[pick(same.length)] ?? other);
	},
	(places, pick, other) =>
		insert(at(places, pick).tree, copied(everyTree(other)[pick(everyTree(other).length)] ?? other), pick),
	(places, pick, other) => {
		const own = at(places, pick).tree;
		const same = everyTree(other).filter(({ name }) => name === own.name);
		own.children = copied(same[pick(same.length)] ?? other).children;
	},
	// A wrapping element, or a changed name.
	(places, pick) => {
		const { tree, parent } = at(places, pick);
		const around = named(one(NAMES, pick));
		parent.children[parent.children.indexOf(tree)] = around;
		around.children.push(tree);
	},
	(places, pick) => {
		const { tree } = at(places, pick);
		Object.assign(tree, { qualifiedName: one(NAMES, pick) });
	},
	// Attributes, namespaces, texts.
	(places, pick) => {
		const { attributes } = at(places, pick).tree;
		attributes.push(attribute(one(ATTRIBUTES, pick), one(VALUES, pick)));
	},
	(places, pick) => {
		const { attributes } = at(places, pick).tree;
		const index = pick(attributes.length);
		const changed = attributes[index];
		if (changed)
			attributes[index] = attribute(pick(2) ? changed.qualifiedName : one(ATTRIBUTES, pick), one(VALUES, pick));
	},
	(places, pick) => void at(places, pick).tree.attributes.splice(pick(4), 1),
	(places, pick) => {
		const [prefix, namespace] = one(DECLARATIONS, pick);
		at(places, pick).tree.declarations.set(prefix, namespace);
	},
	(places, pick) => at(places, pick).tree.declarations.clear(),
	(places, pick) => insert(at(places, pick).tree, one(["admin", " ", "\n", "x"], pick), pick),
	(places, pick) => {
		const { tree } = at(places, pick);
		tree.children = tree.children.map((child) => (typeof child === "string" ? one(VALUES, pick) : child));
	},
];

/** One to three changes of a valid response: elements moved, copied, renamed, removed, added from another response. */
export function changedTrees(document: string, other: string): fc.Arbitrary<string> {
	const change = fc.record({
		change: fc.constantFrom(...CHANGES),
		picks: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
	});
	return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
		const root = copied(parseXml(document, { bytes: Number.MAX_VALUE }));
		const from = copied(parseXml(other, { bytes: Number.MAX_VALUE }));
		for (const { change, picks } of changes) {
			const left = [...picks];
			const places = everyTree(root).flatMap((parent) =>
				parent.children.flatMap((tree) => (typeof tree === "string" ? [] : [{ tree, parent }])),
			);
			if (places.length > 0) change(places, (length) => (left.shift() ?? 0) % Math.max(1, length), from);
		}
		return writtenElement(root);
	});
}

function at(places: readonly Place[], pick: (length: number) => number): Place {
	return one(places, pick);
}

function one<Value>(values: readonly Value[], pick: (length: number) => number): Value {
	const value = values[pick(values.length)];
	if (value === undefined) throw new Error("There is nothing to pick from.");
	return value;
}

function insert(tree: Tree, child: Tree | string, pick: (length: number) => number): void {
	tree.children.splice(pick(tree.children.length + 1), 0, child);
}

function remove({ tree, parent }: Place): void {
	parent.children.splice(parent.children.indexOf(tree), 1);
}

function everyTree(tree: Tree): Tree[] {
	return [tree, ...tree.children.flatMap((child) => (typeof child === "string" ? [] : everyTree(child)))];
}

function copied(element: XmlElement | Tree): Tree {
	return {
		...element,
		attributes: [...element.attributes],
		declarations: new Map(element.declarations),
		children: element.children.map((child) => (typeof child === "string" ? child : copied(child))),
	};
}

function attribute(qualifiedName: string, value: string): XmlAttribute {
	return { qualifiedName, name: qualifiedName, namespace: "", value };
}

function named(qualifiedName: string): Tree {
	const declarations = new Map([
		["saml", ASSERTION],
		["samlp", PROTOCOL],
		["ds", DSIG],
		["e", "urn:e"],
	]);
	return { qualifiedName, name: qualifiedName, namespace: "", attributes: [], declarations, children: [] };
}
