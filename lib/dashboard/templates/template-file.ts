import { createHash } from "node:crypto";
import type { z } from "zod";
import { normalForm, TEMPLATE_DIALECT, TRUSTED_ISSUERS } from "@/lib/contract/limits";
import { isJsonObject } from "@/lib/contract/safe-object";
import { secretLikeness } from "@/lib/contract/secret-likeness";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { type CreateTemplateRequest, createTemplateRequest } from "@/lib/contract/template/template";
import { inShort } from "../in-short";
import { type JsonText, type LineFault, readJson } from "./json-lines";
import { purposeJsonOf, readPurposeJson } from "./purpose-json";
import { createRequest, sorted, type WholeTemplate, wholeTemplate } from "./whole-template";

/** Larger than any template's file: the interface accepts 256 KB, of which indented lines make less than three times as much. */
export const TEMPLATE_FILE_BYTES_MAX = 768 * 1024;

/** A template as the file's JSON, with its keys in one order. */
export function templateJson(template: WholeTemplate) {
	const stated = purposeJsonOf(template.purpose);
	const elements = sorted(template.elements) as MdlElements;
	return { ...createRequest({ ...template, elements }), ...(stated && { purpose: stated }) };
}

/** The text of a template's file: two equal templates have the same bytes. */
export function templateFileText(template: WholeTemplate): string {
	return jsonFileText(templateJson(template));
}

export function jsonFileText(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

const SAFE_NAME_LENGTH_MAX = 60;
const HASH_LENGTH = 8;

/** A name as part of a file name: small letters, digits and hyphens. */
export function safeName(name: string): string {
	const plain = normalForm(name, "NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^A-Za-z0-9]+/g, "-")
		.slice(0, SAFE_NAME_LENGTH_MAX);
	return plain.replace(/^-|-$/g, "").toLowerCase();
}

/** The name of a template's file. The hash tells names apart whose safe forms are equal. */
export function templateFileName(name: string): string {
	const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_LENGTH);
	return `${[safeName(name), hash].filter(Boolean).join("-")}.json`;
}

/** Of one file: a person corrects some, and reads it again. */
const FAULTS_MAX = 20;

export type ReadTemplate = {
	template: WholeTemplate;
	/** Of the keys that a fault of the plan can be about. */
	lines: { name: number; certificateAuthority: number };
};

/**
 * Reads a template's file strictly: an unknown or repeated key, a wrong type and a broken limit are faults with their lines.
 * @param bytes UTF-8
 */
export function readTemplateFile(bytes: Uint8Array): ReadTemplate | { faults: LineFault[] } {
	if (bytes.byteLength > TEMPLATE_FILE_BYTES_MAX) {
		return { faults: [{ line: 0, message: `It has more than ${TEMPLATE_FILE_BYTES_MAX / 1024} KB.` }] };
	}
	const text = decoded(bytes);
	if (text === null) return { faults: [{ line: 0, message: "It is not text in UTF-8." }] };
	const json = readJson(text);
	return "message" in json ? { faults: [json] } : readTemplateJson(json);
}

function decoded(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

export function readTemplateJson({ value, lineOf, duplicates }: JsonText): ReadTemplate | { faults: LineFault[] } {
	if (!isJsonObject(value)) return { faults: [{ line: 1, message: "A template is an object in curly braces." }] };
	const { purpose, ...request } = value;
	const parsed = createTemplateRequest.safeParse(request, { reportInput: true });
	const stated = readPurposeJson(purpose);
	const found = [
		...(parsed.error?.issues ?? []).flatMap(faultsOf),
		...("faults" in stated ? stated.faults : []).map(({ key, message }) =>
			faultAt(["purpose", key].filter(Boolean), message),
		),
		...keyFaults(request.custom_certificate_authority),
	];
	const faults = [
		...duplicates.slice(0, FAULTS_MAX),
		...found.slice(0, FAULTS_MAX).map(({ path, message }) => ({ line: lineOf(path), message })),
	]
		.toSorted((one, other) => one.line - other.line)
		.slice(0, FAULTS_MAX);
	const left = duplicates.length + found.length - faults.length;
	if (left > 0) faults.push({ line: 0, message: `There are ${left.toLocaleString("en")} more.` });
	if (faults.length > 0 || !parsed.success || "faults" in stated) return { faults };
	const template = wholeTemplate({ id: "", ...(parsed.data satisfies CreateTemplateRequest) }, stated.purpose);
	if (!template) return { faults: [{ line: 1, message: "A template needs a name and a presentation." }] };
	return {
		template,
		lines: { name: lineOf(["name"]), certificateAuthority: lineOf(["custom_certificate_authority"]) },
	};
}

/** A fault whose line is not known yet. */
type PathFault = { path: readonly PropertyKey[]; message: string };

function keyFaults(certificate: unknown): PathFault[] {
	const isKey = typeof certificate === "string" && secretLikeness(certificate) === "a private key";
	const message = "custom_certificate_authority holds a private key. Remove it from the file.";
	return isKey ? [{ path: ["custom_certificate_authority"], message }] : [];
}

function faultAt(path: readonly PropertyKey[], message: string): PathFault {
	return { path, message: `${placeOf(path) || "The template"}: ${message}` };
}

function placeOf(path: readonly PropertyKey[]): string {
	return path.map((part) => inShort(String(part))).join(" → ");
}

/** An issue of the contract's schema in words. */
function faultsOf(issue: z.core.$ZodIssue): PathFault[] {
	if (issue.code !== "unrecognized_keys") return [faultAt(issue.path, reasonOf(issue))];
	return issue.keys.map((key) => {
		const path = [...issue.path, key];
		return { path, message: `The key "${placeOf(path)}" is not known here.` };
	});
}

function reasonOf(issue: z.core.$ZodIssue): string {
	if (issue.code === "invalid_type") {
		return issue.input === undefined ? "it is missing." : `${words[issue.expected] ?? issue.expected} is expected.`;
	}
	const unit = "origin" in issue && issue.origin === "object" ? "member" : "character";
	if (issue.code === "too_big") return `at most ${issue.maximum} ${unit}s fit.`;
	if (issue.code === "too_small") return `at least ${issue.minimum} ${unit} is needed.`;
	if (issue.code === "invalid_format") return `only "${onlyValues[issue.path.join()] ?? issue.format}" is accepted.`;
	return issue.message;
}

const onlyValues: Record<string, string> = {
	dialect: TEMPLATE_DIALECT,
	well_known_trusted_issuers: TRUSTED_ISSUERS,
};

const words: Record<string, string> = {
	string: "a text",
	boolean: "true or false",
	object: "an object in curly braces",
};
