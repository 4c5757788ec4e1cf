import type { Metadata } from "next";
import { cache } from "react";
import { ButtonForm } from "@/app/_forms/action-form";
import { DropParameter } from "@/app/_page/drop-parameter";
import { ReadOnlyNotice } from "@/app/_page/notices";
import { Unread, UnreadPart } from "@/app/_page/unread";
import { PasteResponse } from "@/app/_sign-in-test/paste-response";
import { OF_SOMEBODY_ELSE, Refused, SHOWN_ALREADY } from "@/app/_sign-in-test/refused";
import { ResponseResult } from "@/app/_sign-in-test/response-result";
import { TestSignIn } from "@/app/_sign-in-test/test-sign-in";
import { contentOf } from "@/app/(console)/applications/_edit/add-ons";
import { isOn, protocolLabels } from "@/app/(console)/applications/_edit/protocol";
import type { SingleSignOnContent } from "@/app/(console)/applications/_edit/single-sign-on-editor";
import { NameLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Breakable } from "@/components/ui/breakable";
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
import { reportOnResponse, type Tested, testObstacle, testRequester } from "./report-on-response";
import { checkResponseAction, testAddressAction } from "./test-actions";

type Props = PageProps<"/applications/[id]/single-sign-on/test">;

/** Read once per request. */
const readEditedApplication = cache((id: string) => outcomeOf(getFederatedApplication(id), "application"));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
	const { value } = await readEditedApplication(decodeURIComponent((await params).id));
	return { title: value?.name ? `${nameInWords(value.name)} · Test sign-in · Applications` : "Test sign-in" };
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
				{typeof pickup === "string" ? (
					<>
						<DropParameter name="pickup" />
						<Result pickup={pickup} session={session} id={id} content={content} />
					</>
				) : null}
				{isOn(protocol) ? (
					<>
						<Section title="Sign in as the application">
							<Begin application={application} content={{ ...content, protocol }} session={session} />
						</Section>
						<PasteResponse
							action={checkResponseAction}
							sends={{ applicationId: id }}
							protocol={protocol}
							receiver="the application"
						/>
					</>
				) : (
					<p className="text-sm">Single sign-on is off for this application, so there is nothing to test.</p>
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
		return <Refused words={SHOWN_ALREADY} />;
	}
	const { subject, testedId, protocol, requestId, response } = stored.value;
	if (subject !== session.subject || testedId !== id) return <Refused words={OF_SOMEBODY_ELSE} />;
	if (protocol === "oidc" || content.protocol !== protocol) {
		return <Refused words="The protocol was changed since the test began. Start the test again." />;
	}
	return <ResponseResult {...(await reportOnResponse(id, { ...content, protocol }, response, { requestId }))} />;
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
				The application has a signing certificate, so the tenant accepts only requests that the application signed. This
				console does not have its key: sign in through the application, and check the response below.
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
					The tenant sends responses only to the application's callback URLs. For a test, add this console's own URL:{" "}
					<code className="text-xs">
						<Breakable text={address} />
					</code>
				</p>
			)}
			<div className="grid gap-2">
				<p className="text-muted">
					{obstacle === null ? "Once the application works, remove the test URL: nothing else needs it." : ""}
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
			label={isThere ? "Remove the test URL" : "Add the test URL to the callbacks"}
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
				Your browser goes to the tenant, signs in there, and brings the response to{" "}
				<code className="text-xs">
					<Breakable text={address} />
				</code>
				. The response is about the user who signs in. It is shown once, to you alone, and then deleted. The request is
				from{" "}
				<code className="text-xs">
					<Breakable text={requester} />
				</code>
				.
			</p>
			<TestSignIn />
		</form>
	);
}
