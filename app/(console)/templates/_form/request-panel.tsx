import { type ReactNode, useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { CodeView } from "@/components/ui/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "@/lib/contract/template/mdl-attribute-names";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import {
	createRequestOf,
	type TemplateContent,
	type TemplateFormValues,
	templateEditor,
	updateRequestOf,
	wholeRequestOf,
} from "../_edit/template-editor";

type RequestPanelProps = {
	/** Null for a new template. */
	baseline: TemplateContent | null;
	values: TemplateFormValues;
	/** URL of the request. */
	url: string;
};

/** The exact request, as JSON and as a command, and the same in two presentation protocols. */
export function RequestPanel({ baseline, values, url }: RequestPanelProps) {
	// Intent to retain: part of the two queries only, never of the template.
	const [isStored, setStored] = useState(false);
	const { isHydrated } = useEditing(templateEditor);
	const content = templateEditor.contentOf(values, baseline);
	const changes = baseline ? updateRequestOf(baseline, content) : null;
	const body = baseline ? (changes ?? wholeRequestOf(content)) : createRequestOf(values);
	const method = baseline ? "PATCH" : "POST";
	const isNothing = baseline !== null && changes === null;
	return (
		<div className="request">
			<Text title="JSON" copy="Copy JSON" text={JSON.stringify(body, null, 2)} isOpen>
				{isNothing ? (
					"Nothing was changed, so saving sends nothing. This is the template as it stands."
				) : (
					<>
						<code>{method}</code>, exactly as it will be sent.
					</>
				)}
			</Text>
			<Text title="cURL" copy="Copy cURL command" text={curlCommand({ method, url, body })}>
				{isNothing ? "Writes the template as it stands. " : ""}
				Put an access token into <code>ACCESS_TOKEN</code>, then paste this into a shell.
			</Text>
			<QueryText title="DCQL query" copy="Copy DCQL query" outcome={dcqlQuery(content.elements, isStored)}>
				For OpenID4VP 1.0 and the browser's Digital Credentials API.
			</QueryText>
			<QueryText title="ISO 18013-5 items" copy="Copy ISO items" outcome={itemsRequest(content.elements, isStored)}>
				The items request as JSON; a reader encodes it as CBOR. The value is the intent to retain.
			</QueryText>
			<label className="script-only flex items-start gap-2 border-t border-line py-2 text-sm">
				<input
					type="checkbox"
					checked={isStored}
					disabled={!isHydrated}
					onChange={(event) => setStored(event.target.checked)}
					className="mt-0.5 size-4 shrink-0"
				/>
				<span>In the two queries, say that the answers will be stored (intent to retain)</span>
			</label>
		</div>
	);
}

type TextProps = { title: string; copy: string; children: ReactNode };

/** One text to read and to copy. Without a text only the sentence is shown, and an expanded section stays expanded. */
function Text({ title, copy, text, isOpen, children }: TextProps & { text: string | null; isOpen?: boolean }) {
	return (
		<details open={isOpen}>
			<summary>{title}</summary>
			<div>
				<p>{children}</p>
				{text === null ? null : (
					<>
						<CodeView label={title} text={text} />
						<div>
							<CopyButton text={text} label={copy} />
						</div>
					</>
				)}
			</div>
		</details>
	);
}

function QueryText({ outcome, children, ...rest }: TextProps & { outcome: Query }) {
	const text = outcome.refusal === undefined ? JSON.stringify(outcome.query, null, 2) : null;
	return (
		<Text {...rest} text={text}>
			{outcome.refusal ?? children}
		</Text>
	);
}

export type TemplateCall = { method: "POST" | "PATCH"; url: string; body: unknown };

/**
 * A command that sends the request when it is pasted into a shell; the token comes from $ACCESS_TOKEN.
 * All untrusted text is in single quotes. There only the quote itself is special, and in some shells the backslash before
 * another one: both are written as JSON escapes, so the body contains neither.
 */
export function curlCommand({ method, url, body }: TemplateCall): string {
	const json = JSON.stringify(body, null, 2).replaceAll("\\\\", "\\u005c").replaceAll("'", "\\u0027");
	const address = url.replaceAll("'", "%27").replaceAll("\\", "%5C");
	return [
		`curl --request ${method} '${address}'`,
		`--header "Authorization: Bearer $ACCESS_TOKEN"`,
		"--header 'Content-Type: application/json'",
		`--data-binary '${json}'`,
	].join(" \\\n  ");
}

/** The request in another protocol, or the reason why there is none. */
export type Query = { query: unknown; refusal?: undefined } | { refusal: string };

const NOTHING: Query = {
	refusal: "Nothing is ticked. A query without elements would ask for whatever the wallet chooses to give.",
};

/**
 * A DCQL query (OpenID for Verifiable Presentations 1.0, section 6 and B.2): one mDL with one claim per element.
 * @param isStored intent to retain: whether the verifier intends to store the response
 */
export function dcqlQuery(elements: Record<string, unknown>, isStored: boolean): Query {
	const names = requestedNames(elements);
	if (names.length === 0) return NOTHING;
	return {
		query: {
			credentials: [
				{
					id: "mdl",
					format: "mso_mdoc",
					meta: { doctype_value: MDL_DOCUMENT_TYPE },
					claims: names.map((name) => ({ path: [MDL_NAMESPACE, name], intent_to_retain: isStored })),
				},
			],
		},
	};
}

/**
 * The items of a device request (ISO/IEC 18013-5, 8.3.2.1.2.1, `ItemsRequest`) as JSON: each element with its intent
 * to retain. On the wire this is CBOR.
 */
export function itemsRequest(elements: Record<string, unknown>, isStored: boolean): Query {
	const names = requestedNames(elements);
	if (names.length === 0) return NOTHING;
	const items = Object.fromEntries(names.map((name) => [name, isStored]));
	return { query: { docType: MDL_DOCUMENT_TYPE, nameSpaces: { [MDL_NAMESPACE]: items } } };
}
