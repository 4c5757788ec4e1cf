import { linkClass } from "@/components/layout/link-class";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { newTemplatePath } from "./new-template-path";

type GoneNoticeProps = {
	gone: Pick<TemplateVersion, "againId" | "author" | "at" | "templateId">;
	name: string;
	/** This admin may create templates. */
	canMake: boolean;
	clock: Clock;
};

/** When a template was deleted and by whom, and how to make it again. */
export function GoneNotice({ gone, name, canMake, clock }: GoneNoticeProps) {
	const { againId, author, at, templateId } = gone;
	return (
		<Alert tone="info" title={`“${nameInWords(name)}” does not exist any more`}>
			<p>
				{author ? (
					<>
						Deleted by <Name text={author.person} /> <TimeText value={at} clock={clock} />.
					</>
				) : (
					<>
						Deleted outside of this console; found missing <TimeText value={at} clock={clock} />.
					</>
				)}
			</p>
			<p className="flex flex-wrap gap-x-4">
				{againId ? (
					<PageLink href={pageOf("template", againId)} className={linkClass}>
						Open the one that was made of it
					</PageLink>
				) : canMake ? (
					<PageLink href={newTemplatePath({ again: templateId })} className={linkClass}>
						Make it again
					</PageLink>
				) : null}
				<PageLink href="/templates/deleted" className={linkClass}>
					Deleted templates
				</PageLink>
			</p>
		</Alert>
	);
}
