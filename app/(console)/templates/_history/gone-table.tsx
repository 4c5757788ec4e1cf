import { linkClass } from "@/components/layout/link-class";
import { PageLink } from "@/components/layout/links";
import { Cell, DataTable, Head } from "@/components/ui/data-table";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { newTemplatePath } from "./new-template-path";
import { requestInWords } from "./version-words";

type GoneTableProps = {
	gone: readonly TemplateVersion[];
	/** This admin may create templates. */
	canMake: boolean;
	clock: Clock;
};

/** Templates that are gone: when, by whom, and a link to make each again. */
export function GoneTable({ gone, canMake, clock }: GoneTableProps) {
	return (
		<DataTable
			label="Deleted templates"
			head={
				<>
					<Head>Name</Head>
					<Head>Deleted</Head>
					<Head>By</Head>
					<Head>
						<span className="sr-only">Actions</span>
					</Head>
				</>
			}
		>
			{gone.map(({ templateId, content, at, author, againId }) => (
				<tr key={templateId}>
					<th scope="row">
						<PageLink href={`${pageOf("template", templateId)}/history`} title={requestInWords(content)}>
							<Name text={content.name ?? templateId} />
						</PageLink>
					</th>
					<Cell label="Deleted">
						<TimeText value={at} clock={clock} isCompact />
					</Cell>
					<Cell label="By">{author ? <Name text={author.person} /> : "outside of this console"}</Cell>
					<Cell label="Actions">
						{againId ? (
							<PageLink href={pageOf("template", againId)} className={linkClass}>
								Made again: open
							</PageLink>
						) : canMake ? (
							<PageLink
								href={newTemplatePath({ again: templateId })}
								className={linkClass}
								aria-label={`Make again: ${content.name ?? templateId}`}
							>
								Make again
							</PageLink>
						) : null}
					</Cell>
				</tr>
			))}
		</DataTable>
	);
}
