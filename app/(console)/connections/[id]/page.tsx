import type { Metadata } from "next";
import { CertificateFactsList } from "@/app/_certificates/certificate-facts";
import { providerSigner } from "@/app/_certificates/certificate-roles";
import { certificateState } from "@/app/_certificates/certificate-state";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import { HISTORY_SECTION } from "@/app/_editor/history-list";
import { FlashStatus } from "@/app/_forms/flash-status";
import { NotReadAgain, ReadOnlyNotice, ResponseNotes } from "@/app/_forms/page-notices";
import { Unread } from "@/app/_forms/unread";
import { historyOf } from "@/app/(console)/activity/history-of";
import { PageHeader } from "@/components/layout/page-header";
import { Sections } from "@/components/layout/sections";
import { Alert } from "@/components/ui/alert";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Notices } from "@/components/ui/notices";
import { Section } from "@/components/ui/section";
import { lackedScopes } from "@/lib/dashboard/management/connection/connection";
import { getConnection, listSignInApplications } from "@/lib/dashboard/management/connections/read-connections";
import { servesConsole } from "@/lib/dashboard/management/connections/write-connections";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { readFlash } from "@/lib/dashboard/request/flash";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageReader } from "@/lib/dashboard/request/submitted-baseline";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readConnectionMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import type { ConnectionContent } from "../_edit/connection-editor";
import { contentOf } from "../_edit/connection-request";
import { connectionSave } from "../_edit/connection-save";
import { nameOf } from "../_edit/option-kinds";
import { ConnectionForm } from "../_form/connection-form";
import { type ConnectionState, certificateInWords, connectionState } from "../_form/connection-state";
import { DeleteConnection } from "../_form/delete-connection";
import { formSections } from "../_form/provider-form-sections";
import { ProviderSetup, setupSections, TenantCertificates } from "../_form/provider-setup";
import { ProviderProtocol } from "../provider-protocol";

type PageProps = { params: Promise<{ id: string }> };

const readEditedConnection = pageReader(getConnection, "identity provider", connectionSave.submitted);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	const { outcome, submitted } = await readEditedConnection(decodeURIComponent((await params).id));
	const content = outcome.problem ? submitted : contentOf(outcome.value);
	return { title: content ? `${content.displayName || content.name} · Identity providers` : "Identity provider" };
}

export default async function ConnectionPage({ params }: PageProps) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("identity provider", id);
	const session = await requirePageSession(path);
	const { outcome, submitted } = await readEditedConnection(id);
	if (outcome.problem && !submitted)
		return <Unread what="identity provider" id={id} title="Identity provider" problem={outcome.problem} />;
	const baseline = outcome.problem ? submitted : contentOf(outcome.value);
	if (!baseline) return null;
	const [applications, { now, timeZone }] = await Promise.all([listSignInApplications(), pageClock()]);
	// After the applications were read: it names them.
	const history = await historyOf("identity provider", id);
	const isAllowed = may(session.role, "changeProviders");
	const isOwn = servesConsole(baseline.clients);
	const can = (operation: Parameters<typeof lackedScopes>[0]) =>
		isAllowed && !isOwn && lackedScopes(operation).length === 0;
	const label = baseline.displayName || baseline.name;
	const other = outcome.problem ? null : await orMissing(readConnectionMetadata(baseline.name));
	const certificates = other?.metadata?.certificates ?? [];
	const jumps = [
		...(other ? [setupSections.setUp] : []),
		...Object.values(formSections),
		HISTORY_SECTION,
		...(certificates.length > 0 ? [setupSections.certificates] : []),
	];
	const names = new Map((applications ?? []).map((application) => [application.id, application.name]));
	return (
		<>
			<FlashStatus path={path} />
			<PageHeader
				title={label}
				actions={
					can("delete_connections_by_id") && !outcome.problem ? (
						<DeleteConnection
							id={id}
							label={label}
							name={baseline.name}
							applications={baseline.clients.map((client) => nameOf(client, names))}
						/>
					) : null
				}
			>
				<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
					<ProviderProtocol />
					<Identifier value={id} label="Copy provider ID" />
				</p>
			</PageHeader>
			<Notices>
				{outcome.problem ? (
					<NotReadAgain problem={outcome.problem} />
				) : (
					<StateLine state={connectionState(baseline, certificateState(baseline.signingCert, now))} />
				)}
				{outcome.problem ? null : <ResponseNotes />}
				<ReadOnlyNotice
					what="identity provider"
					role={session.role}
					protection={isOwn ? { kind: "console-connection" } : null}
					write="patch_connections_by_id"
				/>
			</Notices>
			<Sections jumps={jumps} facts={<ProviderFacts content={baseline} now={now} />}>
				{other ? <ProviderSetup name={baseline.name} entityId={baseline.entityId} {...other} /> : null}
				<ConnectionForm
					id={id}
					baseline={baseline}
					applications={applications}
					history={history}
					timeZone={timeZone}
					// Where reading again failed the form is still editable: the service checks permissions when it is submitted.
					canWrite={submitted ? isAllowed : can("patch_connections_by_id")}
					subject={session.subject}
					isCreated={(await readFlash(path)) !== null}
					certificateFacts={
						baseline.signingCert ? (
							<CertificateFactsList report={inspectCertificates(baseline.signingCert, providerSigner, now)} />
						) : null
					}
					usualEntityId={connectionAddresses(baseline.name).entityId}
					madeAt={now.toISOString()}
				/>
				{certificates.length > 0 ? <TenantCertificates certificates={certificates} now={now} /> : null}
			</Sections>
		</>
	);
}

/** A summary of the connection beside the form. */
function ProviderFacts({ content, now }: { content: ConnectionContent; now: Date }) {
	const certificate = certificateInWords(certificateState(content.signingCert, now));
	return (
		<Section title="Facts">
			<Facts isStacked>
				<Fact term="Applications">{content.clients.length === 0 ? "none: it is off" : content.clients.length}</Fact>
				<Fact term="Signing certificate">{certificate.text}</Fact>
				<Fact term="Button on the sign-in page">
					{!content.isShown ? "hidden" : content.clients.length > 0 ? "shown" : "hidden while it is off"}
				</Fact>
				<Fact term="Sign-ins begin">
					{content.isProviderInitiated ? "at the applications and at the provider" : "at the applications"}
				</Fact>
			</Facts>
		</Section>
	);
}

/** The present state; one that needs the admin's attention is an alert. */
function StateLine({ state: { tone, text } }: { state: ConnectionState }) {
	if (tone === "danger" || tone === "warning") {
		return (
			<Alert tone={tone === "danger" ? "error" : "warning"}>
				<p>{text}</p>
			</Alert>
		);
	}
	return <p className="text-sm font-medium">{text}</p>;
}
