import type { Metadata } from "next";
import { certificateState } from "@/app/_certificates/certificate-state";
import { certificateFacts } from "@/app/_certificates/tenant-certificates";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { historyOf } from "@/app/_history/history";
import { HISTORY_SECTION } from "@/app/_history/history-list";
import { EditedNotices, FlashStatus, ScopeMissing } from "@/app/_page/notices";
import { Unread } from "@/app/_page/unread";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Sections } from "@/components/layout/sections";
import { Alert } from "@/components/ui/alert";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Notices } from "@/components/ui/notices";
import { nameOrId } from "@/lib/contract/name-or-id";
import type { OperationName } from "@/lib/contract/operations";
import { getConnectionWithClients } from "@/lib/dashboard/management/identity-providers/connection-clients";
import { providerProtection } from "@/lib/dashboard/management/identity-providers/console-sign-in";
import { listSignInApplications } from "@/lib/dashboard/management/identity-providers/read-connections";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { readFlash } from "@/lib/dashboard/request/flash";
import { formPage, pageClock, pageReader } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readConnectionMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import { fullAccess } from "../_edit/access";
import { deleteConnectionAction } from "../_edit/connection-actions";
import { connectionEditor } from "../_edit/connection-editor";
import { contentOf } from "../_edit/connection-request";
import { connectionSave } from "../_edit/connection-save";
import { toSwitch } from "../_edit/not-switched";
import { nameOf } from "../_edit/option-kinds";
import { ConnectionForm } from "../_form/connection-form";
import { connectionState } from "../_form/connection-state";
import { partNotes } from "../_form/part-notes";
import { sectionsFor } from "../_form/provider-form-sections";
import { ProviderSetup } from "../_form/provider-setup";
import { ProviderType } from "../connection-table";

const readEditedConnection = pageReader(
	async (id) => {
		const connection = await getConnectionWithClients(id);
		return { connection, protection: await providerProtection(connection) };
	},
	"identity provider",
	connectionSave.submitted,
);

export async function generateMetadata({ params }: PageProps<"/connections/[id]">): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { outcome, submitted } = await readEditedConnection(id);
	const content = outcome.problem ? submitted : contentOf(outcome.value.connection);
	return {
		title: content
			? `${nameInWords(nameOrId(content.displayName || content.name, id))} · Identity providers`
			: "Identity provider",
	};
}

export default async function ConnectionPage({ params, searchParams }: PageProps<"/connections/[id]">) {
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
	const applications = read?.applications ?? null;
	// After the applications were read: it names them.
	const history = await historyOf([connectionEditor], "identity provider", id);
	const isAllowed = may(session.role, "changeProviders");
	const can = (operation: OperationName) => protection === null && canUse(session.role, operation);
	const label = nameOrId(baseline.displayName || baseline.name, id);
	const published = connection && isSaml ? await orMissing(readConnectionMetadata(baseline.name)) : null;
	const names = new Map((applications ?? []).map((application) => [application.id, application.name]));
	const users = baseline.clients.map((client) => nameOf(client, names)).join(", ");
	const canWrite = can("patch_connections_by_id");
	const pending = canWrite ? toSwitch(await searchParams, applications ?? [], baseline.clients) : [];
	const isPending = pending.length > 0;
	const state = connectionState(baseline, certificateState(baseline.signingCert, clock.now), clock.timeZone);
	const isUrgent = !outcome.problem && /danger|warning/.test(state.tone);
	return (
		<>
			<FlashStatus path={path} tone={isPending ? "warning" : "success"} />
			<PageHeader
				title={label}
				actions={
					<>
						{connection ? <ButtonLink href={`${path}/test`}>Test sign-in</ButtonLink> : null}
						{can("delete_connections_by_id") && connection && isSaml ? (
							<ConfirmedAction
								verb="Delete identity provider"
								action={deleteConnectionAction}
								acts={["delete"]}
								sends={{ connectionId: id, name: label }}
							>
								<p>
									<Name className="font-semibold" text={label} /> (
									<code>
										<Name text={baseline.name} />
									</code>
									) will be deleted for good. Every user who signs in through it is deleted too, with their sessions and
									refresh tokens. {resources["identity provider"].stays}
								</p>
								<p>Applications that use it: {access.clients === "edited" ? users || "none" : "not known"}.</p>
								<p>To stop sign-ins for a while, turn it off instead.</p>
							</ConfirmedAction>
						) : null}
					</>
				}
			>
				<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
					{connection ? <ProviderType strategy={connection.strategy} /> : null}
					<Identifier value={id} label="Copy provider ID" />
				</p>
			</PageHeader>
			<Notices>
				{outcome.problem || isUrgent ? null : <p className="text-sm font-medium">{state.text}</p>}
				{isUrgent ? (
					<Alert tone={state.tone === "danger" ? "error" : "warning"}>
						<p>{state.text}</p>
					</Alert>
				) : null}
				<EditedNotices
					problem={outcome.problem}
					protection={outcome.value?.protection}
					role={session.role}
					write="patch_connections_by_id"
				/>
				{isAllowed && protection === null && isSaml ? <ScopeMissing of="delete_connections_by_id" /> : null}
				{isSaml ? null : (
					<p className="text-sm text-muted">
						Here only its applications are switched. This console neither reads nor changes its settings.
					</p>
				)}
			</Notices>
			<Sections jumps={[...sectionsFor(access, published !== null), HISTORY_SECTION]}>
				{published ? <ProviderSetup saved={baseline} published={published} clock={clock} /> : null}
				<ConnectionForm
					id={id}
					baseline={baseline}
					access={access}
					edits={
						isPending
							? {
									by: pending.join(),
									values: { ...connectionEditor.valuesOf(baseline), clients: [...baseline.clients, ...pending] },
								}
							: null
					}
					page={path}
					applications={applications}
					partNotes={partNotes(access, connection, read)}
					history={history}
					// Where reading again failed the form is still editable: the service checks permissions when it is submitted.
					canWrite={submitted ? isAllowed : canWrite}
					{...formPage(session.subject, clock)}
					isCreated={!isPending && (await readFlash(path)) !== null}
					certificateFacts={certificateFacts(baseline.signingCert, "provider", clock)}
					defaultEntityId={connectionAddresses(baseline.name).entityId}
				/>
			</Sections>
		</>
	);
}
