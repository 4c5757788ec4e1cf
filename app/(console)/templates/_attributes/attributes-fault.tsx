import { useTemplateFaults } from "../_form/template-edit-context";

/** What is wrong with the selection as a whole, where that was found. */
export function AttributesFault() {
	const { attributes } = useTemplateFaults();
	return (
		<p id="attributes-error" className="text-sm font-medium text-danger empty:hidden">
			{attributes}
		</p>
	);
}
