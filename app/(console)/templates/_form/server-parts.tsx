import "server-only";
import { CertificateFactsList } from "@/app/_certificates/certificate-facts";
import { issuerRoot } from "@/app/_certificates/certificate-roles";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import { PageLink } from "@/components/layout/links";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { FileInput } from "@/components/ui/file-input";
import { TextAreaField } from "@/components/ui/text-area-field";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { operations } from "@/lib/contract/operations";
import type { Template } from "@/lib/contract/template/template";
import { dashboardConfig } from "@/lib/dashboard/config";
import { IMPORT_PATH } from "../import/import-form";

// Server-rendered parts of the form, whose code is not sent to the browser.

/** URL of all templates or of one at the management interface, only to be shown. */
export function templateUrl(id?: string): string {
	const templates = dashboardConfig().management.baseUrl + operations.get_vc_templates.path;
	return id === undefined ? templates : `${templates}/${encodeURIComponent(id)}`;
}

/** The immutable properties of a stored template. Rendered only on the server. */
export function StoredTrust({ template, clock }: { template: Template; clock: Clock }) {
	const { created_at: createdAt, custom_certificate_authority: authority } = template;
	return (
		<div className="grid gap-1.5 text-sm">
			<p className="font-medium">Custom certificate authority</p>
			{authority ? (
				<>
					<pre className="whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs">{authority}</pre>
					<CertificateFactsList
						report={inspectCertificates(authority, issuerRoot, clock.now)}
						timeZone={clock.timeZone}
					/>
				</>
			) : (
				<p className="text-muted">None.</p>
			)}
			<p className="text-muted">Set when the template is created; the service has no way to change it.</p>
			{createdAt ? (
				<p className="text-muted">
					Created <TimeText value={createdAt} clock={clock} />
				</p>
			) : null}
		</div>
	);
}

/** What is the same for all templates. */
export function TrustFacts() {
	return (
		<Facts>
			<Fact term="Dialect">
				<code>simplified/1.0</code>: the only way of writing requests that the service knows.
			</Fact>
			<Fact term="Well-known trusted issuers">
				<code>aamva</code>: licences of the North American states on AAMVA's trust list are accepted.
			</Fact>
		</Facts>
	);
}

/** Where the purpose goes. */
export function PurposeHelp() {
	return (
		<p className="text-sm text-muted">
			For admins of this console, and for what you tell holders. The console keeps it; the service has no place for it.
		</p>
	);
}

/** Fills the form from a template's JSON. Without scripts the button submits the form; it creates nothing. */
export function TransferPanel() {
	return (
		<>
			<TextAreaField
				id="importText"
				name="importText"
				label="Template as JSON"
				rows={4}
				className="font-mono text-xs"
				description="From “Download as JSON” on a template's page. It only fills the form; you check and create."
			/>
			<FileInput accept="application/json,.json" aria-label="Read the JSON from a file" className="script-only" />
			<Button name="intent" value="import" className="justify-self-start">
				Fill the form
			</Button>
			<p>
				Several at once, or all of another tenant:{" "}
				<PageLink href={IMPORT_PATH} className="text-accent underline">
					Import a folder
				</PageLink>
			</p>
		</>
	);
}
