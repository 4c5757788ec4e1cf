import type { Metadata } from "next";
import { CertificateFactsList } from "@/app/_certificates/certificate-facts";
import { providerSigner } from "@/app/_certificates/certificate-roles";
import { certificateState } from "@/app/_certificates/certificate-state";
import { inspectCertificates } from "@/app/_certificates/inspect-certificates";
import { historyOf } from "@/app/_editor/history";
import { HISTORY_SECTION } from "@/app/_editor/history-list";
import { FlashStatus } from "@/app/_forms/flash-status";
import { EditedNotices, ScopeMissing } from "@/app/_forms/page-notices";
import { Unread } from "@/app/_forms/unread";
import { PageHeader } from "@/components/layout/page-header";
import { Sections } from "@/components/layout/sections";
import { Alert } from "@/components/ui/alert";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Notices } from "@/components/ui/notices";
import type { OperationName } from "@/lib/contract/operations";
import { getConnectionWithClients } from "@/lib/dashboard/management/identity-providers/connection-clients";
import { providerProtection } from "@/lib/dashboard/management/identity-providers/console-sign-in";
import { listSignInApplications } from "@/lib/dashboard/management/identity-providers/read-connections";
import { canUse } from "@/lib/dashboard/management/tenant-link/can-use";
import { readFlash } from "@/lib/dashboard/request/flash";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageReader } from "@/lib/dashboard/request/submitted-baseline";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readConnectionMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import { fullAccess } from "../_edit/access";
import { connectionEditor } from "../_edit/connection-editor";
import { contentOf } from "../_edit/connection-request";
import { connectionSave } from "../_edit/connection-save";
import { toSwitch } from "../_edit/not-switched";
import { nameOf } from "../_edit/option-kinds";
import { ConnectionForm } from "../_form/connection-form";
import { type ConnectionState, connectionState } from "../_form/connection-state";
import { DeleteConnection } from "../_form/delete-connection";
import { partNotes } from "../_form/part-notes";
import { ProviderFacts } from "../_form/provider-facts";
import { sectionsFor } from "../_form/provider-form-sections";
import { ProviderSetup, setupSections, TenantCertificateSection } from "../_form/provider-setup";
import { ProviderType } from "../connection-table";

type PageProps = {
	params: Promise<{ id: string }>;
	searchParams?: Promise<Record<string, string | string[] | undefined>>;
};

const readEditedConnection = pageReader(
	async (id) => {
		const connection = await getConnectionWithClients(id);
		return { connection, protection: await providerProtection(connection) };
	},
	"identity provider",
	connectionSave.submitted,
);

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
	const { outcome, submitted } = await readEditedConnection(decodeURIComponent((await params).id));
	const content = outcome.problem ? submitted : contentOf(outcome.value.connection);
	return {
		title: content ? `${nameInWords(content.displayName || content.name)} · Identity providers` : "Identity provider",
	};
}

export default async function ConnectionPage({ params, searchParams }: PageProps) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("identity provider", id);
	const session = await requirePageSession(path);
	const { outcome, submitted } = await readEditedConnection(id);
	if (outcome.problem && !submitted) return <Unread what="identity provider" id={id} problem={outcome.problem} />;
	const baseline = outcome.problem ? submitted : contentOf(outcome.value.connection);
	if (!baseline) return null;
	const { connection = null, protection = null } = outcome.value ?? {};
	const { access = fullAccess } = baseline;
	const isSaml = access.basics === "edited";
	const [read, clock] = await Promise.all([listSignInApplications(), pageClock()]);
	const { now, timeZone } = clock;
	const applications = read?.applications ?? null;
	// After the applications were read: it names them.
	const history = await historyOf([connectionEditor], "identity provider", id);
	const isAllowed = may(session.role, "changeProviders");
	const can = (operation: OperationName) => protection === null && canUse(session.role, operation);
	const label = baseline.displayName || baseline.name;
	const published = connection && isSaml ? await orMissing(readConnectionMetadata(baseline.name)) : null;
	const jumps = [
		...(published ? [setupSections.setUp] : []),
		...sectionsFor(access),
		HISTORY_SECTION,
		...(published?.metadata ? [setupSections.certificates] : []),
	];
	const names = new Map((applications ?? []).map((application) => [application.id, application.name]));
	const pending = toSwitch((await searchParams) ?? {}, applications ?? []).filter(
		(client) => !baseline.clients.includes(client),
	);
	const canWrite = can("patch_connections_by_id");
	const isPending = pending.length > 0 && canWrite && access.clients === "edited";
	const flash = await readFlash(path);
	return (
		<>
			{isPending ? null : <FlashStatus path={path} />}
			<PageHeader
				title={label}
				actions={
					can("delete_connections_by_id") && connection && isSaml ? (
						<DeleteConnection
							id={id}
							label={label}
							name={baseline.name}
							applications={
								access.clients === "edited" ? baseline.clients.map((client) => nameOf(client, names)) : null
							}
						/>
					) : null
				}
			>
				<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
					{connection ? <ProviderType strategy={connection.strategy} /> : null}
					<Identifier value={id} label="Copy provider ID" />
				</p>
			</PageHeader>
			<Notices>
				{isPending && flash ? (
					<Alert
						tone="warning"
						title={`Not switched on for ${pending.map((client) => nameOf(client, names)).join(", ")}`}
					>
						<p>{flash}</p>
					</Alert>
				) : null}
				{outcome.problem ? null : (
					<StateLine state={connectionState(baseline, certificateState(baseline.signingCert, now), timeZone)} />
				)}
				<EditedNotices
					problem={outcome.problem}
					protection={outcome.value?.protection}
					role={session.role}
					write="patch_connections_by_id"
				/>
				{isAllowed && protection === null && isSaml ? <ScopeMissing of="delete_connections_by_id" /> : null}
				{isSaml ? null : (
					<p className="text-sm text-muted">
						Here only its applications are switched. Its settings are neither read nor changed by this console.
					</p>
				)}
			</Notices>
			<Sections
				jumps={jumps}
				facts={<ProviderFacts content={baseline} isShown={connection?.show_as_button ?? null} clock={clock} />}
			>
				{published ? <ProviderSetup name={baseline.name} entityId={baseline.entityId} published={published} /> : null}
				<ConnectionForm
					id={id}
					baseline={baseline}
					edits={
						isPending ? { ...connectionEditor.valuesOf(baseline), clients: [...baseline.clients, ...pending] } : null
					}
					applications={applications}
					areAllApplications={read?.readCount === null}
					partNotes={partNotes(access, connection, read)}
					history={history}
					timeZone={timeZone}
					// Where reading again failed the form is still editable: the service checks permissions when it is submitted.
					canWrite={submitted ? isAllowed : canWrite}
					subject={session.subject}
					isCreated={flash !== null && !isPending}
					certificateFacts={
						baseline.signingCert ? (
							<CertificateFactsList
								report={inspectCertificates(baseline.signingCert, providerSigner, now)}
								timeZone={timeZone}
							/>
						) : null
					}
					usualEntityId={connectionAddresses(baseline.name).entityId}
					madeAt={now.toISOString()}
				/>
				{published?.metadata ? <TenantCertificateSection metadata={published.metadata} clock={clock} /> : null}
			</Sections>
		</>
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
