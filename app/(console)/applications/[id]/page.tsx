import type { Metadata } from "next";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { historyOf } from "@/app/_history/history";
import { HISTORY_SECTION } from "@/app/_history/history-list";
import { EditedNotices, ScopeMissing } from "@/app/_page/notices";
import { Unread } from "@/app/_page/unread";
import { applicationEditors } from "@/app/(console)/applications/_edit/application-save";
import { PageHeader } from "@/components/layout/page-header";
import { Sections } from "@/components/layout/sections";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Identifier } from "@/components/ui/identifier";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Notices } from "@/components/ui/notices";
import { Section } from "@/components/ui/section";
import { nameOrId } from "@/lib/contract/name-or-id";
import type { OperationName } from "@/lib/contract/operations";
import { dashboardConfig } from "@/lib/dashboard/config";
import {
	isFapi,
	isPublic,
	ownerOf,
	type ReadApplication,
} from "@/lib/dashboard/management/applications/application-labels";
import { withReach } from "@/lib/dashboard/management/applications/protection";
import { getApplication } from "@/lib/dashboard/management/applications/read-applications";
import { canUse, lackInWords } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { formPage, pageClock, pageReader } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { deleteApplicationAction } from "../_edit/application-actions";
import { ApplicationForm } from "../_edit/application-form";
import { formSections } from "../_edit/application-form-sections";
import { contentOf } from "../_edit/application-request";
import { applicationSave } from "../_edit/application-save";
import { serviceAddresses, snippetsOf } from "../_snippets/snippets";
import { ApplicationType } from "../application-table";
import { ApplicationFacts, ApplicationSections, sections } from "./application-sections";

const readEditedApplication = pageReader(
	async (id) => withReach(await getApplication(id)),
	"application",
	applicationSave.submitted,
);

export async function generateMetadata({ params }: PageProps<"/applications/[id]">): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { outcome, submitted } = await readEditedApplication(id);
	const name = outcome.problem ? submitted?.name : nameOrId(outcome.value.application.name, id);
	return { title: name ? `${nameInWords(name)} · Applications` : "Application" };
}

export default async function ApplicationPage({ params }: PageProps<"/applications/[id]">) {
	const id = decodeURIComponent((await params).id);
	const path = pageOf("application", id);
	const session = await requirePageSession(path);
	const { outcome, submitted } = await readEditedApplication(id);
	if (outcome.problem && !submitted) return <Unread what="application" id={id} problem={outcome.problem} />;
	const unread: ReadApplication = { client_id: id, name: submitted?.name };
	const { application = unread, reach = null } = outcome.value ?? {};
	const isAllowed = may(session.role, "changeApplications");
	const isChangeable = isAllowed && reach?.protection === null;
	const can = (operation: OperationName) => isChangeable && canUse(session.role, operation);
	const name = nameOrId(application.name, id);
	const snippets = reach ? snippetsOf(application, serviceAddresses()) : [];
	const { singleSignOn, secret, access } = sections;
	// Without them a form would show what is not known as empty or off.
	const isReadable = !application.unread?.includes("callbacks");
	const jumps = [
		...(isReadable ? [...Object.values(formSections), HISTORY_SECTION] : [formSections.settings]),
		...(reach ? [...(isReadable ? [singleSignOn] : []), secret] : []),
		...(reach?.grants ? [access] : []),
		...(reach ? [sections.providers] : []),
		...(snippets.length > 0 ? [sections.snippets] : []),
	];
	return (
		<>
			<PageHeader
				title={name}
				actions={
					can("delete_clients_by_id") ? (
						<ConfirmedAction
							verb="Delete application"
							action={deleteApplicationAction}
							acts={["delete"]}
							sends={{ applicationId: id, name }}
						>
							<p>
								<Name className="font-semibold" text={name} /> (
								<code>
									<Breakable text={id} />
								</code>
								) will be deleted for good, with its secret.
							</p>
							<p>
								No one can sign in through it any more, and its refresh tokens stop working. How many there are is not
								known: the tenant lists them by user, not by application.
							</p>
							<p>{resources.application.stays}</p>
						</ConfirmedAction>
					) : null
				}
			>
				<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
					<ApplicationType type={application.app_type} />
					{isFapi(application) ? <Badge tone="accent">FAPI 2.0</Badge> : null}
					{ownerOf(application) === "third party" ? <Badge tone="warning">third party</Badge> : null}
					<Identifier value={id} label="Copy client ID" />
				</p>
				{isChangeable ? <ScopeMissing of="delete_clients_by_id" isLine /> : null}
			</PageHeader>
			<Notices>
				<EditedNotices
					problem={outcome.problem}
					protection={reach?.protection}
					role={session.role}
					write="patch_clients_by_id"
				/>
			</Notices>
			<Sections jumps={jumps} facts={reach ? <ApplicationFacts application={application} /> : null}>
				{isReadable ? (
					<ApplicationForm
						id={id}
						baseline={submitted ?? contentOf(application)}
						// Where reading again failed the form is still editable: the service checks permissions when it is submitted.
						canWrite={submitted ? isAllowed : can("patch_clients_by_id")}
						{...formPage(session.subject, await pageClock())}
						isPublic={isPublic(application)}
						isEmbedded={dashboardConfig().tenant.embedded}
						history={await historyOf(applicationEditors, "application", id)}
						isRotationKnown={outcome.problem !== undefined || application.refresh_token?.rotation_type !== undefined}
					/>
				) : (
					<Section {...formSections.settings}>
						<p className="text-sm">
							Not known: URLs, grants, lifetimes and other settings. Only names and types are read:{" "}
							{lackInWords("client settings") ?? "the tenant leaves them out"}.
						</p>
					</Section>
				)}
				{reach ? (
					<ApplicationSections
						application={application}
						reach={reach}
						snippets={snippets}
						isChangeable={isChangeable}
						can={can}
					/>
				) : null}
			</Sections>
		</>
	);
}
