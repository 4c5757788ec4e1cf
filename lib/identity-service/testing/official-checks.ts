import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lacks, programPath } from "@/lib/testing/programs.mjs";

// The schemas as the standards' authors publish them, and an independent implementation of XML signatures: Debian's
// opensaml-schemas, xmltooling-schemas, libxml2-utils and xmlsec1.

const OPENSAML = "/usr/share/xml/opensaml";
const XMLTOOLING = "/usr/share/xml/xmltooling";

/** Locations of the schemas that a schema imports, and the local copies. */
const COPIES: Record<string, string> = {
	"http://www.w3.org/TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd": `${XMLTOOLING}/xmldsig-core-schema.xsd`,
	"http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd": `${XMLTOOLING}/xmldsig-core-schema.xsd`,
	"http://www.w3.org/TR/2002/REC-xmlenc-core-20021210/xenc-schema.xsd": `${XMLTOOLING}/xenc-schema.xsd`,
	"http://www.w3.org/2001/xml.xsd": `${XMLTOOLING}/xml.xsd`,
};

/** The missing packages; empty where all are installed. */
export const missingOfficialChecks = lacks("schemas of SAML", "xmlsec1");

/** The caller has to close it. */
export function openOfficialChecks() {
	const folder = mkdtempSync(path.join(tmpdir(), "official-checks-"));
	const catalog = path.join(folder, "catalog.xml");
	const entries = Object.entries(COPIES).flatMap(([systemId, file]) =>
		["system", "uri"].map((kind) =>
			kind === "system"
				? `<system systemId="${systemId}" uri="file://${file}"/>`
				: `<uri name="${systemId}" uri="file://${file}"/>`,
		),
	);
	writeFileSync(catalog, `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries.join("")}</catalog>`);
	const file = (name: string, text: string) => {
		const written = path.join(folder, name);
		writeFileSync(written, text);
		return written;
	};

	return {
		close: () => rmSync(folder, { recursive: true, force: true }),

		/**
		 * What is wrong with a document by a schema; empty for a valid one.
		 * @param schema file of `opensaml-schemas`, or a schema of the test's own that may import one
		 */
		schemaFaults(document: string, schema: string | { text: string }): string {
			const schemaFile = typeof schema === "string" ? `${OPENSAML}/${schema}` : file("schema.xsd", schema.text);
			const { status, stderr } = spawnSync(
				programPath("xmllint"),
				["--nonet", "--huge", "--noout", "--schema", schemaFile, file("document.xml", document)],
				{ encoding: "utf8", env: { ...process.env, XML_CATALOG_FILES: catalog } },
			);
			return status === 0 ? "" : stderr || `xmllint ended with ${status}`;
		},

		/**
		 * Whether xmlsec1 verifies the signature with this certificate alone.
		 * @param element that is signed, as `namespace:name`
		 */
		isWellSigned(document: string, element: string, { certificate, idAttribute = "ID" }: SignedDocument): boolean {
			const { status } = spawnSync(programPath("xmlsec1"), [
				...["--verify", "--pubkey-cert-pem", file("certificate.pem", certificate), "--enabled-key-data", "rsa"],
				...[`--id-attr:${idAttribute}`, element, file("signed.xml", document)],
			]);
			return status === 0;
		},

		/** The text at an XPath, as another parser reads it. */
		textAt(document: string, xpath: string): string {
			return execFileSync(
				programPath("xmllint"),
				["--nonet", "--huge", "--xpath", `string(${xpath})`, file("read.xml", document)],
				{
					encoding: "utf8",
					maxBuffer: 64 * 1024 * 1024,
				},
			).slice(0, -1);
		},
	};
}

type SignedDocument = { certificate: string; idAttribute?: "ID" | "AssertionID" };
