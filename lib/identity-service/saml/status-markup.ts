import { type Markup, xml } from "@/lib/xml/markup";

/** What became of a request (SAML core 2.0 section 3.2.2.1). @param status top-level code, and the one below it */
export function statusMarkup([status, detail]: readonly [string, string?]): Markup {
	const below = detail === undefined ? null : xml`<samlp:StatusCode Value="${detail}"/>`;
	return xml`<samlp:Status><samlp:StatusCode Value="${status}">${below}</samlp:StatusCode></samlp:Status>`;
}
