import { type ReactNode, useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { CodeView } from "@/components/ui/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "@/lib/contract/template/mdl-elements";
import { boxedNames, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { useEditInWords } from "../_edit/edit-in-words";
import { createRequestOf, type TemplateContent, templateEditor, updateRequestOf } from "../_edit/template-editor";

type RequestPanelProps = {
	/** Of the form's values. */
	content: TemplateContent;
	/** URL of the request. */
	url: string;
	canWrite: boolean;
};

/** The exact request, as JSON and as a command, and the same in two presentation protocols. */
export function RequestPanel({ content, url, canWrite }: RequestPanelProps) {
	// Intent to retain: part of the two queries only, never of the template.
	const [isStored, setStored] = useState(false);
	const { isHydrated } = useEditing(templateEditor);
	const { baseline, values } = useEditInWords();
	const changes = baseline && updateRequestOf(baseline, content);
	const isNothing = baseline !== null && changes === null;
	// Of a template that nothing was changed of: the template as it stands.
	const body = baseline
		? (changes ?? updateRequestOf(templateEditor.defaults, content) ?? {})
		: createRequestOf(values, content);
	const method = baseline ? "PATCH" : "POST";
	const names = requestedNames(content.elements);
	const query = (found: unknown) => (names.length === 0 ? null : JSON.stringify(found, null, 2));
	return (
		<div className="grid divide-y divide-line text-sm [&_p]:text-muted [&_summary]:py-1.5 [&_summary]:font-medium">
			<Text title="JSON" copy="Copy JSON" text={JSON.stringify(body, null, 2)} of={boxedNames} isOpen>
				{isNothing ? (
					`${canWrite ? "Nothing was changed, so saving sends nothing. " : ""}This is the template as it stands.`
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
			<Text title="DCQL query" copy="Copy DCQL query" text={query(dcqlQuery(names, isStored))}>
				For OpenID4VP 1.0 and the browser's Digital Credentials API.
			</Text>
			<Text title="ISO 18013-5 items" copy="Copy ISO items" text={query(itemsRequest(names, isStored))} of={boxedNames}>
				The items request as JSON; a reader encodes it as CBOR. The value is the intent to retain.
			</Text>
			<CheckboxField
				label="In the two queries, say that the attributes will be stored (intent to retain)"
				checked={isStored}
				disabled={!isHydrated}
				onChange={(event) => setStored(event.target.checked)}
				className="script-only gap-2 py-2"
			/>
		</div>
	);
}

type TextProps = {
	title: string;
	copy: string;
	/** Null: nothing is ticked. The section stays, and stays expanded. */
	text: string | null;
	/** Names that are lit with their attributes. */
	of?: ReadonlySet<string>;
	isOpen?: boolean;
	children: ReactNode;
};

/** One text to read and to copy. */
function Text({ title, copy, text, of, isOpen, children }: TextProps) {
	return (
		<details open={isOpen}>
			<summary>{title}</summary>
			<div className="grid gap-2 pb-3">
				<p>{text === null ? NOTHING : children}</p>
				{text === null ? null : (
					<>
						<CodeView label={title} text={text} of={of} />
						<div>
							<CopyButton text={text} label={copy} />
						</div>
					</>
				)}
			</div>
		</details>
	);
}

const NOTHING = "Nothing is ticked. A query without attributes would ask for whatever the wallet chooses to share.";

/**
 * A command that sends the request when it is pasted into a shell; the token comes from $ACCESS_TOKEN.
 * All untrusted text is in single quotes. There only the quote itself is special, and in some shells the backslash before
 * another one: both are written as JSON escapes, so the body contains neither.
 */
export function curlCommand({ method, url, body }: { method: string; url: string; body: unknown }): string {
	const json = JSON.stringify(body, null, 2).replaceAll("\\\\", "\\u005c").replaceAll("'", "\\u0027");
	const address = url.replaceAll("'", "%27").replaceAll("\\", "%5C");
	return [
		`curl --request ${method} '${address}'`,
		`--header "Authorization: Bearer $ACCESS_TOKEN"`,
		"--header 'Content-Type: application/json'",
		`--data-binary '${json}'`,
	].join(" \\\n  ");
}

/**
 * A DCQL query (OpenID for Verifiable Presentations 1.0, section 6 and B.2): one mDL with one claim per element.
 * @param names of the requested elements, at least one
 * @param isStored intent to retain: whether the verifier intends to store the response
 */
export function dcqlQuery(names: readonly string[], isStored: boolean) {
	return {
		credentials: [
			{
				id: "mdl",
				format: "mso_mdoc",
				meta: { doctype_value: MDL_DOCUMENT_TYPE },
				claims: names.map((name) => ({ path: [MDL_NAMESPACE, name], intent_to_retain: isStored })),
			},
		],
	};
}

/**
 * The items of a device request (ISO/IEC 18013-5, 8.3.2.1.2.1, `ItemsRequest`) as JSON: each element with its intent
 * to retain. On the wire this is CBOR.
 */
export function itemsRequest(names: readonly string[], isStored: boolean) {
	const items = Object.fromEntries(names.map((name) => [name, isStored]));
	return { docType: MDL_DOCUMENT_TYPE, nameSpaces: { [MDL_NAMESPACE]: items } };
}
