import type { Metadata } from "next";
import { NotReadAgain } from "@/app/_page/notices";
import { Unread } from "@/app/_page/unread";
import { ButtonLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Notices } from "@/components/ui/notices";
import { nameOrId } from "@/lib/contract/name-or-id";
import { pageReader } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { contentOf, templateSave } from "../../_edit/template-save";
import { StoredTryIt } from "../../try-it/_tab/stored-try-it";
import { TryItControls, tryItPath } from "../../try-it/_tab/try-it-controls";

const readTemplate = pageReader(getTemplateWithPurpose, "template", templateSave.submitted);

export async function generateMetadata({ params }: PageProps<"/templates/[id]/try-it">): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { outcome, submitted } = await readTemplate(id);
	const name = nameOrId(outcome.value?.name ?? submitted?.name, id);
	return { title: `${name === id ? `Try it · ${id}` : `${nameInWords(name)} · Try it`} · Templates` };
}

/** “Try it” for a stored template at the width of the page. */
export default async function TryItPage({ params }: PageProps<"/templates/[id]/try-it">) {
	const id = decodeURIComponent((await params).id);
	await requirePageSession(tryItPath(id));
	const { outcome, submitted } = await readTemplate(id);
	if (outcome.problem && !submitted) return <Unread what="template" id={id} title="Try it" problem={outcome.problem} />;
	const baseline = submitted ?? (outcome.value ? contentOf(outcome.value) : null);
	const name = nameOrId(outcome.value?.name ?? submitted?.name, id);
	return (
		<>
			<PageHeader
				title={`Try ${nameInWords(name)}`}
				actions={<ButtonLink href={pageOf("template", id)}>Open the template</ButtonLink>}
			>
				{submitted ? "The template as it was opened here" : "The template as saved"}; edits in its form are not tried
				here. <TextLink href="/guides/try-it">About “Try it”</TextLink>
			</PageHeader>
			{outcome.problem ? (
				<Notices>
					<NotReadAgain problem={outcome.problem} />
				</Notices>
			) : null}
			{baseline ? (
				<div id="try-it">
					<h2 className="sr-only">Try it</h2>
					<StoredTryIt id={id} baseline={baseline}>
						<TryItControls id={id} authority={outcome.value?.custom_certificate_authority ?? null} isPage />
					</StoredTryIt>
				</div>
			) : (
				<Alert tone="warning" title="This template can't be tried here">
					<p>Its presentation request has a shape that this console does not know.</p>
				</Alert>
			)}
		</>
	);
}
