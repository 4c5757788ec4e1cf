import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SCHEMAS = "/usr/share/xml/opensaml";
const W3C_SCHEMAS = "/usr/share/xml/xmltooling";

/** Where the checks run for real, every program is there. */
const isOptional = !process.env.CI;
const isThere =
	existsSync(SCHEMAS) && ["xmlsec1", "xmllint"].every((program) => spawnSync(program, ["--version"]).status === 0);
/** On a developer's machine without these programs the tests that need them are skipped. */
export const lacksXmlPrograms = !isThere && isOptional;

/** The addresses by which the schemas name those of W3C, and where these are on the machine. */
const CATALOG = `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${[
	["http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd", "xmldsig-core-schema.xsd"],
	["http://www.w3.org/TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd", "xmldsig-core-schema.xsd"],
	["http://www.w3.org/TR/2002/REC-xmlenc-core-20021210/xenc-schema.xsd", "xenc-schema.xsd"],
	["http://www.w3.org/2001/xml.xsd", "xml.xsd"],
]
	.map(([name, file]) => `<system systemId="${name}" uri="file://${W3C_SCHEMAS}/${file}"/>`)
	.join("")}</catalog>`;

function inFolder<Result>(files: Record<string, string>, run: (folder: string) => Result): Result {
	const folder = mkdtempSync(path.join(tmpdir(), "xml-"));
	try {
		for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
		return run(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Whether xmlsec1 finds the one signature in a document good.
 * @param element `namespace:name` of what is signed
 * @param certificate PEM
 */
export function verifiedByXmlsec(document: string, element: string, idAttribute: string, certificate: string): boolean {
	return inFolder({ "signed.xml": document, "certificate.pem": certificate }, (folder) => {
		const { status } = spawnSync(
			"xmlsec1",
			[
				...["--verify", "--pubkey-cert-pem", "certificate.pem", "--enabled-key-data", "rsa"],
				...[`--id-attr:${idAttribute}`, element, "signed.xml"],
			],
			{ cwd: folder },
		);
		return status === 0;
	});
}

/**
 * What xmllint finds wrong with a document.
 * @param schema a file of OASIS, as Debian has it, or a schema of the test's own that imports one
 * @returns empty where it is valid
 */
export function schemaFaults(document: string, schema: { file: string } | { text: string }): string {
	const own: Record<string, string> = "text" in schema ? { "schema.xsd": schema.text } : {};
	return inFolder({ "document.xml": document, "catalog.xml": CATALOG, ...own }, (folder) => {
		const file = "file" in schema ? path.join(SCHEMAS, schema.file) : "schema.xsd";
		const env = { ...process.env, XML_CATALOG_FILES: path.join(folder, "catalog.xml") };
		const args = ["--nonet", "--noout", "--schema", file, "document.xml"];
		const { status, stderr } = spawnSync("xmllint", args, { cwd: folder, env, encoding: "utf8" });
		return status === 0 ? "" : stderr;
	});
}
