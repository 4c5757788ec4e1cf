import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import type { Client } from "@/lib/contract/client/client";
import { appTypeLabel, authMethodLabel, grantLabel, isFapi } from "./application-labels";
import { type ServiceAddresses, type Snippet, snippetsOf } from "./snippets";

type ApplicationCardProps = { client: Client; service: ServiceAddresses; isEmbedded: boolean };

/** One application: what it is, what it may do, and commands to try it. */
export function ApplicationCard({ client, service, isEmbedded }: ApplicationCardProps) {
	const { grant_types: grants, refresh_token: refresh } = client;
	const snippets = snippetsOf(client, service);
	return (
		<Section title={client.name ?? client.client_id} aside={<Kinds client={client} />}>
			<Facts>
				<Fact term="Client ID">
					<Identifier value={client.client_id} label={`Copy client ID of ${client.name ?? client.client_id}`} />
				</Fact>
				<Fact term="Grants">{grants?.length ? grants.map(grantLabel).join(", ") : null}</Fact>
				<Fact term="Authenticates with">{authMethodLabel(client.token_endpoint_auth_method)}</Fact>
				<Fact term="Refresh tokens">
					{grants?.includes("refresh_token") ? (refresh?.rotation_type ?? null) : "none"}
				</Fact>
			</Facts>
			{snippets.length > 0 ? (
				<details className="text-sm">
					<summary className="cursor-pointer font-medium text-accent">Try it from a shell</summary>
					<div className="grid gap-4 pt-3">
						{isEmbedded ? (
							<p className="text-muted">
								<code>npm run credentials</code> prints the secrets and the passwords of the sample people.
							</p>
						) : null}
						{snippets.map((snippet) => (
							<SnippetText key={snippet.title} application={client.name ?? client.client_id} snippet={snippet} />
						))}
					</div>
				</details>
			) : null}
		</Section>
	);
}

function Kinds({ client }: { client: Client }) {
	return (
		<span className="flex flex-wrap gap-2">
			<Badge>{appTypeLabel(client.app_type)}</Badge>
			{isFapi(client) ? <Badge tone="accent">FAPI 2.0</Badge> : null}
			{client.is_first_party === false ? <Badge tone="warning">another company’s</Badge> : null}
		</span>
	);
}

type SnippetTextProps = { application: string; snippet: Snippet };

function SnippetText({ application, snippet: { title, note, text } }: SnippetTextProps) {
	return (
		<div className="grid gap-2">
			<h3 className="font-medium">{title}</h3>
			<p className="text-muted">{note}</p>
			<pre className="whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs [overflow-wrap:anywhere]">{text}</pre>
			<div>
				<CopyButton text={text} label={`Copy ${title}, ${application}`} />
			</div>
		</div>
	);
}
