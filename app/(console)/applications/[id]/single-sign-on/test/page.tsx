import type { Metadata } from "next";
import { cache } from "react";
import { ButtonForm } from "@/app/_forms/action-form";
import { ReadOnlyNotice } from "@/app/_page/notices";
import { Unread, UnreadPart } from "@/app/_page/unread";
import { contentOf } from "@/app/(console)/applications/_edit/add-ons";
import { isOn, protocolLabels } from "@/app/(console)/applications/_edit/protocol";
import type { SingleSignOnContent } from "@/app/(console)/applications/_edit/single-sign-on-editor";
import { NameLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Section } from "@/components/ui/section";
import type { FederatedApplication } from "@/lib/contract/client/application";
import { nameOrId } from "@/lib/contract/name-or-id";
import { reachOf } from "@/lib/dashboard/management/applications/protection";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { may, whoMay } from "@/lib/dashboard/session/permissions";
import { requirePageSession, type Session } from "@/lib/dashboard/session/session";
import { testAddress } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { takeResponse } from "@/lib/dashboard/store/sign-in-tests";
import { PasteResponse } from "./paste-response";
import { reportOnResponse, type Tested, testObstacle, testRequester } from "./report-on-response";
import { ResponseResult } from "./response-result";
import { testAddressAction } from "./test-actions";

type Props = PageProps<"/applications/[id]/single-sign-on/test">;

/** Read once per request. */
const readEditedApplication = cache((id: string) => outcomeOf(getFederatedApplication(id), "application"));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
	const { value } = await readEditedApplication(decodeURIComponent((await params).id));
	return { title: value?.name ? `Test sign-in · ${nameInWords(value.name)} · Applications` : "Test sign-in" };
}

/** A stored response is single use; it is cached, since a page may be rendered more than once for one request. */
const storedResponse = cache((pickup: string) => takeResponse(pickup));

export default async function TestSignInPage({ params, searchParams }: Props) {
	const id = decodeURIComponent((await params).id);
	const { pickup } = await searchParams;
	const path = `${pageOf("application", id)}/single-sign-on`;
	const query = typeof pickup === "string" ? `?${new URLSearchParams({ pickup })}` : "";
	const session = await requirePageSession(`${path}/test${query}`);
	const outcome = await readEditedApplication(id);
	if (outcome.problem) return <Unread what="application" id={id} title="Test sign-in" problem={outcome.problem} />;
	const application = outcome.value;
	const content = contentOf(application);
	const { protocol } = content;
	return (
		<>
			<PageHeader title="Test sign-in">
				<p>
					{isOn(protocol) ? `By ${protocolLabels[protocol]} to ` : "To "}
					<NameLink
						href={pageOf("application", id)}
						className="text-accent underline"
						name={nameOrId(application.name, id)}
					/>
					, with its settings of <TextLink href={path}>single sign-on</TextLink>
				</p>
			</PageHeader>
			<div className="grid max-w-5xl gap-5">
				{typeof pickup === "string" ? <Result pickup={pickup} session={session} id={id} content={content} /> : null}
				{isOn(protocol) ? (
					<>
						<Section title="Sign in as the application">
							<Begin application={application} content={{ ...content, protocol }} session={session} />
						</Section>
						<PasteResponse id={id} protocol={protocol} />
					</>
				) : (
					<p className="text-sm">
						Neither SAML 2.0 nor WS-Federation is on for this application, so there is nothing to test.
					</p>
				)}
			</div>
		</>
	);
}

type ResultProps = { pickup: string; session: Session; id: string; content: SingleSignOnContent };

/** Shows the response only to the admin who began this test, so that no link can show one person's sign-in to another. */
async function Result({ pickup, session, id, content }: ResultProps) {
	const stored = await outcomeOf(storedResponse(pickup), "application");
	if (stored.problem) return <Refused words={stored.problem.message} />;
	if (!stored.value) {
		return (
			<Refused words="It was shown already, or more than ten minutes have passed. An answer is shown once and deleted then: start the test again." />
		);
	}
	const { subject, clientId, protocol, requestId, response } = stored.value;
	if (subject !== session.subject || clientId !== id) {
		return (
			<Refused words="Somebody else began this test. The answer was deleted without being looked at: start a test of your own, and tell a colleague who sent you here." />
		);
	}
	if (content.protocol !== protocol) {
		return <Refused words="The protocol was changed since the test began. Start the test again." />;
	}
	return <ResponseResult {...(await reportOnResponse(id, { ...content, protocol }, response, { requestId }))} />;
}

function Refused({ words }: { words: string }) {
	return (
		<Alert tone="warning" title="This answer can't be shown">
			<p>{words}</p>
		</Alert>
	);
}

type BeginProps = {
	application: FederatedApplication;
	content: Tested;
	session: Session;
};

async function Begin({ application, content, session }: BeginProps) {
	const { client_id: id } = application;
	const address = testAddress(content.protocol);
	const obstacle = testObstacle(content);
	if (obstacle === "signed-requests") {
		return (
			<p className="text-sm">
				The application has a signing certificate, so the tenant takes only requests that the application has signed.
				This console does not have its key: sign in through the application, and check the answer below.
			</p>
		);
	}
	const reach = await outcomeOf(reachOf(application), "application");
	const isChangeable = reach.value?.protection === null && canUse(session.role, "patch_clients_by_id");
	return (
		<div className="grid gap-5 text-sm">
			{obstacle === null ? (
				<BeginTest id={id} address={address} requester={testRequester(id, content)} />
			) : (
				<p>
					The tenant sends answers to the application's callback URLs alone. For a test this console's own address has
					to be one of them: <code className="text-xs">{address}</code>
				</p>
			)}
			<div className="grid gap-2">
				<p className="text-muted">
					{obstacle === null
						? "Once the application works, nobody needs the test address among its callback URLs."
						: ""}
				</p>
				{isChangeable ? (
					<TestAddress id={id} isThere={obstacle === null} />
				) : reach.problem ? (
					<UnreadPart problem={reach.problem} />
				) : may(session.role, "changeApplications") ? (
					<ReadOnlyNotice role={session.role} protection={reach.value.protection} write="patch_clients_by_id" />
				) : obstacle !== null ? (
					<p>{whoMay("changeApplications", "Adding it")}</p>
				) : null}
			</div>
		</div>
	);
}

/** Adds this console's own address to the application's callback URLs, or removes it. */
function TestAddress({ id, isThere }: { id: string; isThere: boolean }) {
	return (
		<ButtonForm
			action={testAddressAction}
			label={isThere ? "Remove the test address" : "Add the test address to the callbacks"}
			sends={{ applicationId: id, intent: isThere ? "remove" : "add" }}
			variant={isThere ? "secondary" : "primary"}
		/>
	);
}

/** Sends the browser to the tenant as the application would. A native form: it works without scripts. */
function BeginTest({ id, address, requester }: { id: string; address: string; requester: string }) {
	return (
		<form method="post" action="/sign-in-test/start" className="grid justify-items-start gap-3 text-sm">
			<input type="hidden" name="applicationId" value={id} />
			<p>
				The browser goes to the tenant, signs in there, and comes back with the answer to{" "}
				<code className="text-xs">{address}</code>. The answer is about whoever signs in, is shown to you alone and
				once, and is deleted then. It is asked for by the name <code className="text-xs">{requester}</code>.
			</p>
			<label className="flex min-h-6 items-start gap-2.5">
				<input type="checkbox" name="asksForCredentials" className="mt-0.5 size-4 shrink-0" />
				<span>Ask for credentials even where this browser is signed in</span>
			</label>
			<Button variant="primary">Test sign-in</Button>
		</form>
	);
}
