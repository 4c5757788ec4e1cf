import { CopyButton } from "@/components/ui/copy-button";
import type { MdlElements } from "@/lib/contract/mdl-elements";
import type { TemplateFormValues } from "../form/template-form-values";
import { curlCommand } from "./curl-command";
import { dcqlQuery, itemsRequest, type Query } from "./queries";
import { createRequestOf, updateRequestOf } from "./template-request";

type RequestPanelProps = {
	values: TemplateFormValues;
	elements: MdlElements;
	/** Where the call goes. */
	url: string;
	isNew: boolean;
	/** Intent to retain, in the two queries; the template format has no such thing. */
	isStored: boolean;
};

/** The call exactly as it will be made, as a command, and the same request in the words of two protocols. */
export function RequestPanel({ values, elements, url, isNew, isStored }: RequestPanelProps) {
	const body = isNew ? createRequestOf(values, elements) : updateRequestOf(values, elements);
	const method = isNew ? "POST" : "PATCH";
	return (
		<div className="grid gap-2">
			<Text title="JSON" copy="Copy JSON" text={JSON.stringify(body, null, 2)} isOpen>
				<code>{method}</code>, exactly as it will be sent.
			</Text>
			<Text title="cURL" copy="Copy cURL command" text={curlCommand({ method, url, body })}>
				Put an access token into <code>ACCESS_TOKEN</code>, then paste this into a shell.
			</Text>
			<QueryText title="DCQL query" copy="Copy DCQL query" outcome={dcqlQuery(elements, isStored)}>
				For OpenID4VP 1.0 and the browser's Digital Credentials API.
			</QueryText>
			<QueryText title="ISO 18013-5 items" copy="Copy ISO items" outcome={itemsRequest(elements, isStored)}>
				The items request as JSON; a reader encodes it as CBOR. The value is the intent to retain.
			</QueryText>
		</div>
	);
}

type TextProps = { title: string; copy: string; children: React.ReactNode };

function Text({ title, copy, text, isOpen, children }: TextProps & { text: string; isOpen?: boolean }) {
	return (
		<details open={isOpen} className="rounded-md border border-line px-3 py-2">
			<summary className="text-sm font-medium">{title}</summary>
			<div className="grid gap-2 py-2">
				<p className="text-sm text-muted">{children}</p>
				<pre className="whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs [overflow-wrap:anywhere]">{text}</pre>
				<div>
					<CopyButton text={text} label={copy} />
				</div>
			</div>
		</details>
	);
}

function QueryText({ outcome, ...rest }: TextProps & { outcome: Query }) {
	if (outcome.refusal === undefined) return <Text {...rest} text={JSON.stringify(outcome.query, null, 2)} />;
	return (
		<details className="rounded-md border border-line px-3 py-2">
			<summary className="text-sm font-medium">{rest.title}</summary>
			<p className="py-2 text-sm text-muted">{outcome.refusal}</p>
		</details>
	);
}
