/** An element without a reference to its parent. */
export type XmlElement = {
	/** As it was written, with its prefix. */
	readonly qualifiedName: string;
	/** Without the prefix. */
	readonly name: string;
	/** Empty where it has none. */
	readonly namespace: string;
	/** Without the declarations of namespaces. */
	readonly attributes: readonly XmlAttribute[];
	/** The namespaces that this element itself declares, by prefix; the default by "". */
	readonly declarations: ReadonlyMap<string, string>;
	/** Elements and the texts between them, white space included. */
	readonly children: readonly (XmlElement | string)[];
};

export type XmlAttribute = {
	readonly qualifiedName: string;
	readonly name: string;
	/** Empty where it has no prefix. */
	readonly namespace: string;
	readonly value: string;
};
