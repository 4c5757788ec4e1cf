import { Section } from "@/components/ui/section";
import type { RefreshToken } from "@/lib/contract/refresh-token";

/** The audiences that the token gives access to, each with its scopes. */
export function TokenAccess({ resourceServers }: { resourceServers: RefreshToken["resource_servers"] }) {
	return (
		<Section title="Access">
			{resourceServers && resourceServers.length > 0 ? (
				<dl className="grid gap-4 text-sm">
					{resourceServers.map(({ audience, scopes }, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered, and an audience may be missing.
						<div key={index} className="grid gap-1.5">
							<dt>
								<span className="text-muted">Audience </span>
								<code>{audience || "not said"}</code>
							</dt>
							<dd>
								<Scopes text={scopes} />
							</dd>
						</div>
					))}
				</dl>
			) : (
				<p className="text-sm text-muted">{resourceServers ? "No audience." : "Not said."}</p>
			)}
		</Section>
	);
}

function Scopes({ text }: { text: string | null | undefined }) {
	const scopes = [...new Set((text ?? "").split(/\s+/).filter(Boolean))];
	if (scopes.length === 0) return <span className="text-muted">{text === "" ? "No scopes" : "Scopes not said"}</span>;
	return (
		<ul aria-label="Scopes" className="flex flex-wrap gap-1.5">
			{scopes.map((scope) => (
				<li key={scope}>
					<code className="rounded bg-sunken px-1.5 py-0.5 text-xs">{scope}</code>
				</li>
			))}
		</ul>
	);
}
