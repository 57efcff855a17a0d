declare module "*.liquid" {
  const template: string;
  export default template;
}
