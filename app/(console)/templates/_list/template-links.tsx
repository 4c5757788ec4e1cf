import { MenuLink } from "@/components/layout/links";
import { pageOf } from "@/lib/dashboard/resources/resources";

/** Entries of a template's menu, in the list and on its page. */
export function TemplateLinks({ id }: { id: string }) {
	return (
		<>
			<MenuLink href={`/templates/matrix?template=${encodeURIComponent(id)}`}>Compare</MenuLink>
			<li>
				<a href={`${pageOf("template", id)}/json`} download>
					Download as JSON
				</a>
			</li>
		</>
	);
}
