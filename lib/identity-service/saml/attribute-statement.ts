import { type Markup, xml } from "@/lib/xml/markup";
import type { AttributeValue, UserAttribute } from "../identity-provider/user-attributes";
import { attributeNameFormat } from "./attribute-name-format";

type AttributeSettings = { typedAttributes?: boolean; includeAttributeNameFormat?: boolean };

/** Null where there is nothing to say: an empty statement is none (SAML core 2.0 section 2.7.3). */
export function attributeStatement(
	attributes: readonly UserAttribute[],
	{ typedAttributes = true, includeAttributeNameFormat = true }: AttributeSettings,
): Markup | null {
	if (attributes.length === 0) return null;
	const statement = [...valuesByName(attributes)].map(([name, values]) => {
		const format = includeAttributeNameFormat ? xml` NameFormat="${attributeNameFormat(name)}"` : null;
		const markup = values.map(
			(value) =>
				xml`<saml:AttributeValue xsi:type="xs:${typedAttributes ? typeof value : "anyType"}">${value}</saml:AttributeValue>`,
		);
		return xml`<saml:Attribute Name="${name}"${format}>${markup}</saml:Attribute>`;
	});
	return xml`<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${statement}</saml:AttributeStatement>`;
}

/** Two fields may be mapped to one name: it is one attribute with both. */
function valuesByName(attributes: readonly UserAttribute[]): Map<string, AttributeValue[]> {
	const values = new Map<string, AttributeValue[]>();
	for (const { name, value } of attributes) values.set(name, [...(values.get(name) ?? []), value]);
	return values;
}
