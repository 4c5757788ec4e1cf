import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Breakable } from "./breakable";

test.each([
	["2001:db8:beef::22", "2001:|db8:|beef::|22"],
	["https://app.example.com/callback?state=1", "https://|app.|example.|com/|callback?|state=|1"],
	["198.51.100.7", "198.51.100.7"],
	["dcr_yCd1MGNtEZOGOuPf", "dcr_yCd1MGNtEZOGOuPf"],
])("%s breaks between its parts alone", (text, parts) => {
	expect(renderToStaticMarkup(<Breakable text={text} />).replaceAll("<wbr/>", "|")).toBe(parts);
});
