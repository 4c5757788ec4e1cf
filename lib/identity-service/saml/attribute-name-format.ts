const FORMATS = "urn:oasis:names:tc:SAML:2.0:attrname-format:";

/** RFC 3986: a scheme, and nothing that has to be escaped. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/u;

/** XML 1.0 section 2.3, productions 4 to 5. */
const NAME_START =
	":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const XML_NAME = new RegExp(`^[${NAME_START}][${NAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, "u");

/** How an attribute's name is to be read (SAML core 2.0 section 8.2), by what it looks like. */
export function attributeNameFormat(name: string): string {
	if (URI.test(name)) return `${FORMATS}uri`;
	return FORMATS + (XML_NAME.test(name) ? "basic" : "unspecified");
}
